/// Audio Unit: components, codecs, and units.
#ifndef AudioUnit_AudioUnit_h
#define AudioUnit_AudioUnit_h

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioCodec.h>
#include <AudioToolbox/AudioComponent.h>
#include <AudioToolbox/AudioOutputUnit.h>
#include <AudioToolbox/AudioUnitParameters.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <AudioToolbox/MusicDevice.h>
#include <CoreAudio/CoreAudioTypes.h>

#endif
