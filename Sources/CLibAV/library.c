// Finds FFmpeg's libraries and their functions, each when it is first wanted.

#ifdef OCA_LIBAV
#define _GNU_SOURCE
#include "Internal.h"

#include <dlfcn.h>
#include <pthread.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

struct OCALibAVLibrary OCALibAVLibrary;
static bool areCodecsLoaded;
static bool areFormatsLoaded;

/// One function: its name, and where the pointer to it goes.
struct Function {
  const char *name;
  void **pointer;
};

#define ENTRY(name) {#name, (void **)&library.name},
static const struct Function utilities[] = {OCA_AVUTIL_FUNCTIONS(ENTRY){NULL, NULL}};
static const struct Function codecs[] = {OCA_AVCODEC_FUNCTIONS(ENTRY){NULL, NULL}};
static const struct Function formats[] = {OCA_AVFORMAT_FUNCTIONS(ENTRY){NULL, NULL}};
#undef ENTRY

/// Opens a library, which stays, and finds all functions; says whether none is missing.
static bool resolve(const char *name, const struct Function *function) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return false;
  for (; function->name != NULL; function++) {
    *function->pointer = dlsym(handle, function->name);
    if (*function->pointer == NULL) return false;
  }
  return true;
}

// Each name carries the version that the library's header describes.

static void loadCodecs(void) {
  areCodecsLoaded = resolve("libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR), utilities) &&
                    resolve("libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR), codecs);
}

static void loadFormats(void) {
  if (!OCALibAVLoadCodecs()) return;
  areFormatsLoaded = resolve("libavformat.so." TEXT(LIBAVFORMAT_VERSION_MAJOR), formats);
  // A container's messages go by the level of the process. One that a program has set stays.
  if (areFormatsLoaded && library.av_log_get_level() == AV_LOG_INFO)
    library.av_log_set_level(AV_LOG_QUIET);
}

bool OCALibAVLoadCodecs(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, loadCodecs);
  return areCodecsLoaded;
}

bool OCALibAVLoadFormats(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, loadFormats);
  return areFormatsLoaded;
}
#endif
