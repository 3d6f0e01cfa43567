/// The newer place of <CoreAudio/CoreAudioTypes.h>.
#include <CoreAudio/CoreAudioTypes.h>
