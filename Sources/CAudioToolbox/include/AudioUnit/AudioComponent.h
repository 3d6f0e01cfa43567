/// The older place of <AudioToolbox/AudioComponent.h>.
#include <AudioToolbox/AudioComponent.h>
