// The two versions of the library, with the same functions.

#pragma once

#include "CVoiceProcessing.h"

#include <stddef.h>

/// The rate and the channels of frames in version 0.3.
typedef struct VoiceStream0 {
  int rate;
  int channelCount;
  bool hasKeyboard;
  size_t frameCount;
} VoiceStream0;

/// The same in version 1.3.
typedef struct VoiceStream1 {
  int rate;
  size_t channelCount;
  bool hasKeyboard;
  size_t frameCount;
} VoiceStream1;

/// The same in any version.
typedef union VoiceFormat {
  VoiceStream0 stream0;
  VoiceStream1 stream1;
} VoiceFormat;

/// The functions of one version, and the places of three virtual functions.
typedef struct VoiceVersion {
  /// Opens the library; returns whether it is installed.
  bool (*load)(void);
  /// Makes an object of the library with the formats and settings of `voice`.
  void *(*open)(const OCAVoice *voice);
  bool (*set)(void *object, OCAVoiceSettings settings);
  void (*close)(void *object);
  /// Describes frames of one channel.
  VoiceFormat (*format)(int rate);
  int placeOfDelay;
  int placeOfFarEnd;
  int placeOfProcess;
} VoiceVersion;

struct OCAVoice {
  const VoiceVersion *version;
  void *object;
  int rate;
  int farRate;
  OCAVoiceSettings settings;
  /// Receives the far end's frames, which the library returns unchanged.
  float *unchanged;
};

/// Version 0.3, of Debian 12 and Ubuntu 24.04.
extern const VoiceVersion voiceVersion0;
/// Version 1.3, of Debian 13.
extern const VoiceVersion voiceVersion1;

/// The function in a place of an object's table of virtual functions.
///
/// The ABI of C++ on Linux passes the object as the first argument, and references as pointers.
static inline void *virtualFunction(void *object, int place) {
  return (*(void ***)object)[place];
}
