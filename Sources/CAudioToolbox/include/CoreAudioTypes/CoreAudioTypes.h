/// The newer location of <CoreAudio/CoreAudioTypes.h>.
#include <CoreAudio/CoreAudioTypes.h>
