// Replaces the rest of this target if the headers of libopus were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_OPUS) && !__has_include(<opus/opus_multistream.h>)

#include "COpus.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libopus",
    .package = "libopus-dev",
    .purpose = OCALibraryForCodecs,
};

int OCAOpusOpen(OCAOpusConfiguration configuration, const uint8_t *mapping,
                OCAOpus **outDecoder) {
  OCADynamicLibraryLoad(&dynamicLibrary);
#ifndef OCA_LIBAV
  // No other decoder is available.
  OCAReportMissingLibraries(OCALibraryForCodecs);
#endif
  return OCAOpusLibraryMissing;
}

int32_t OCAOpusDecode(OCAOpus *decoder, const uint8_t *packet, int32_t byteCount, float *samples,
                      int32_t frameCapacity) {
  return -1;
}

void OCAOpusRestart(OCAOpus *decoder) {}

void OCAOpusClose(OCAOpus *decoder) {}

#endif
