// The headers stand alone, in the order in which clients may include any one of them.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
