/// The newer place of <CoreAudio/CoreAudioBaseTypes.h>.
#include <CoreAudio/CoreAudioBaseTypes.h>
