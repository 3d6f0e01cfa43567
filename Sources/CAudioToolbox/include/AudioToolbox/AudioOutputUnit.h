/// Output Units: starts and stops units that play or record.
#ifndef AudioToolbox_AudioOutputUnit_h
#define AudioToolbox_AudioOutputUnit_h

#include <AudioToolbox/AUComponent.h>
#include <CoreAudio/AudioHardware.h>

OCA_HEADER_BEGIN

// MARK: - Functions

/// Starts an output unit, which pulls its inputs.
extern OSStatus AudioOutputUnitStart(AudioUnit ci);

/// Stops an output unit.
extern OSStatus AudioOutputUnitStop(AudioUnit ci);

// MARK: - Selectors

/// The numbers of the functions that a client's output unit provides.
enum {
  kAudioOutputUnitRange = 0x0200,  ///< The first selector of output units.
  kAudioOutputUnitStartSelect = 0x0201,  ///< An `AudioOutputUnitStartProc`.
  kAudioOutputUnitStopSelect = 0x0202,  ///< An `AudioOutputUnitStopProc`.
};

/// The function of a client's unit for `AudioOutputUnitStart`.
typedef OSStatus (*AudioOutputUnitStartProc)(void *self);
/// The function of a client's unit for `AudioOutputUnitStop`.
typedef OSStatus (*AudioOutputUnitStopProc)(void *self);

OCA_HEADER_END

#endif
