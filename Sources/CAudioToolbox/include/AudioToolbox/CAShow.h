/// Descriptions of Objects: the state of graphs, sequences and tracks, for debugging.
#ifndef AudioToolbox_CAShow_h
#define AudioToolbox_CAShow_h

#include <CoreAudio/CoreAudioMacTypes.h>

#if !defined(__swift__)
#include <stdio.h>

OCA_HEADER_BEGIN

/// Prints the state of an object to standard output.
///
/// - Parameter inObject: An `AUGraph`, `MusicSequence`, `MusicTrack`, or `AudioConverterRef`;
///   another pointer is ignored.
extern void CAShow(void *inObject);

/// Prints the state of an object to a file.
extern void CAShowFile(void *inObject, FILE *inFile);

OCA_HEADER_END
#endif

#endif
