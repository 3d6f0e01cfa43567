/// All of Core Audio: its types, the hardware, and the machine's clock.
#ifndef CoreAudio_CoreAudio_h
#define CoreAudio_CoreAudio_h

#include <CoreAudio/AudioHardware.h>
#include <CoreAudio/CoreAudioTypes.h>
#include <CoreAudio/HostTime.h>

#endif
