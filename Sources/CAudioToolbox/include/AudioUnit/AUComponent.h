/// The earlier location of <AudioToolbox/AUComponent.h>.
#include <AudioToolbox/AUComponent.h>
