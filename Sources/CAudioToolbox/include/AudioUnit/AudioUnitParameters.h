/// The earlier location of <AudioToolbox/AudioUnitParameters.h>.
#include <AudioToolbox/AudioUnitParameters.h>
