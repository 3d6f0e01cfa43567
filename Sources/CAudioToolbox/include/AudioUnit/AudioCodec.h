/// The older place of <AudioToolbox/AudioCodec.h>.
#include <AudioToolbox/AudioCodec.h>
