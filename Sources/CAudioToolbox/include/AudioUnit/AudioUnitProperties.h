/// The earlier location of <AudioToolbox/AudioUnitProperties.h>.
#include <AudioToolbox/AudioUnitProperties.h>
