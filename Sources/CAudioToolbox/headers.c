// Includes the headers in the order that lets a client include any single one of them.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
