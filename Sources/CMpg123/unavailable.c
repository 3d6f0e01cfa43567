// Replaces the rest of this target if the headers of libmpg123 were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_MPG123) && !__has_include(<mpg123.h>)

#include "CMpg123.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libmpg123",
    .package = "libmpg123-dev",
    .purpose = OCALibraryForCodecs,
};

int OCAMpg123Open(OCAMpg123 **outDecoder) {
  OCADynamicLibraryLoad(&dynamicLibrary);
#ifndef OCA_LIBAV
  // No other decoder is available.
  OCAReportMissingLibraries(OCALibraryForCodecs);
#endif
  return OCAMpg123LibraryMissing;
}

int OCAMpg123Restart(OCAMpg123 *decoder, long freeFormatByteCount) {
  return OCAMpg123Failed;
}

int OCAMpg123Decode(OCAMpg123 *decoder, const uint8_t *frame, size_t byteCount, float *samples,
                    size_t capacity, size_t *outSampleCount, int *outChannelCount) {
  return OCAMpg123Failed;
}

void OCAMpg123Close(OCAMpg123 *decoder) {}

#endif
