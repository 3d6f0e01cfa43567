/// The supported part of Audio Unit: components and codecs.
#ifndef AudioUnit_AudioUnit_h
#define AudioUnit_AudioUnit_h

#include <AudioToolbox/AudioCodec.h>
#include <AudioToolbox/AudioComponent.h>
#include <CoreAudio/CoreAudioTypes.h>

#endif
