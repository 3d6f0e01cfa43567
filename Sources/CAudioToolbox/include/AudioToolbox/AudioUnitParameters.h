/// Audio Unit Parameters: the parameters of the units in this library.
#ifndef AudioToolbox_AudioUnitParameters_h
#define AudioToolbox_AudioUnitParameters_h

#include <AudioToolbox/AUComponent.h>

OCA_HEADER_BEGIN

// MARK: - Output Units

OCA_CONSTANTS(AudioUnitParameterID) {
  kHALOutputParam_Volume = 14,  ///< Global, linear gain, 0 to 1: the volume of an output.
};

OCA_HEADER_END

#endif
