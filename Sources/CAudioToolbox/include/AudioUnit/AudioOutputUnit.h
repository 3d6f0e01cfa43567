/// The earlier location of <AudioToolbox/AudioOutputUnit.h>.
#include <AudioToolbox/AudioOutputUnit.h>
