/// Basic Types: the integers and results of Apple's systems, by the name of their own header.
#ifndef CoreAudio_MacTypes_h
#define CoreAudio_MacTypes_h

#include <CoreAudio/CoreAudioMacTypes.h>

#endif
