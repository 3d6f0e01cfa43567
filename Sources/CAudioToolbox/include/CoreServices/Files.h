/// File permissions, with the names from earlier systems.
#ifndef CoreServices_Files_h
#define CoreServices_Files_h

#include <CoreAudio/CoreAudioMacTypes.h>

/// Permissions, with the values of `AudioFilePermissions`.
enum {
  fsCurPerm = 0,
  fsRdPerm = 1,
  fsWrPerm = 2,
  fsRdWrPerm = 3,
};

#endif
