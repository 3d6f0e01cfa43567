/// The earlier location of <AudioToolbox/MusicDevice.h>.
#include <AudioToolbox/MusicDevice.h>
