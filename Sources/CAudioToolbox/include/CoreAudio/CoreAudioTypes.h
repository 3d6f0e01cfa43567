/// All types of Core Audio.
#ifndef CoreAudio_CoreAudioTypes_h
#define CoreAudio_CoreAudioTypes_h

#include <CoreAudio/CoreAudioBaseTypes.h>

#endif
