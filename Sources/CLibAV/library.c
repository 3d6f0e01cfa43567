// Loads FFmpeg's libraries and their functions on first use.

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

#include <CDynamicLibrary.h>

struct OCALibAVLibrary OCALibAVLibrary;

#define ENTRY(name) {#name, (void **)&library.name},
static const OCADynamicFunction utilityFunctions[] = {OCA_AVUTIL_FUNCTIONS(ENTRY){NULL, NULL}};
static const OCADynamicFunction codecFunctions[] = {OCA_AVCODEC_FUNCTIONS(ENTRY){NULL, NULL}};
static const OCADynamicFunction formatFunctions[] = {OCA_AVFORMAT_FUNCTIONS(ENTRY){NULL, NULL}};
#undef ENTRY

// Each name contains the version of the library's header.

static OCADynamicLibrary utilities = {
    .name = "libavutil.so." OCA_TEXT(LIBAVUTIL_VERSION_MAJOR),
    .package = "libavutil" OCA_TEXT(LIBAVUTIL_VERSION_MAJOR),
    .purpose = OCALibraryForCodecs,
    .functions = utilityFunctions,
};

static OCADynamicLibrary codecs = {
    .name = "libavcodec.so." OCA_TEXT(LIBAVCODEC_VERSION_MAJOR),
    .package = "libavcodec" OCA_TEXT(LIBAVCODEC_VERSION_MAJOR),
    .purpose = OCALibraryForCodecs,
    .functions = codecFunctions,
};

static bool silenceContainers(void) {
  // Containers log at the level of the process. Keeps a level that the program has set.
  if (library.av_log_get_level() == AV_LOG_INFO) library.av_log_set_level(AV_LOG_QUIET);
  return true;
}

static OCADynamicLibrary formats = {
    .name = "libavformat.so." OCA_TEXT(LIBAVFORMAT_VERSION_MAJOR),
    .package = "libavformat" OCA_TEXT(LIBAVFORMAT_VERSION_MAJOR),
    .purpose = OCALibraryForContainers,
    .functions = formatFunctions,
    .prepare = silenceContainers,
};

bool OCALibAVLoadCodecs(void) {
  return OCADynamicLibraryLoad(&utilities) && OCADynamicLibraryLoad(&codecs);
}

bool OCALibAVLoadFormats(void) {
  return OCALibAVLoadCodecs() && OCADynamicLibraryLoad(&formats);
}
#endif
