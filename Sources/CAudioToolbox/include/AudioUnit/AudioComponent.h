/// The earlier location of <AudioToolbox/AudioComponent.h>.
#include <AudioToolbox/AudioComponent.h>
