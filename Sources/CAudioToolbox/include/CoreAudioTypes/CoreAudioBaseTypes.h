/// The newer location of <CoreAudio/CoreAudioBaseTypes.h>.
#include <CoreAudio/CoreAudioBaseTypes.h>
