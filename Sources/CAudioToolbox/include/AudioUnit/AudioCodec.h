/// The earlier location of <AudioToolbox/AudioCodec.h>.
#include <AudioToolbox/AudioCodec.h>
