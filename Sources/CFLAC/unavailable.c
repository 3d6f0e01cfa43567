// Replaces the rest of this target if the headers of libFLAC were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_FLAC) && !__has_include(<FLAC/stream_decoder.h>)

#include "CFLAC.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libFLAC",
    .package = "libflac-dev",
    .purpose = OCALibraryForCodecs,
};

int OCAFLACOpen(const uint8_t *streamInfo, OCAFLAC **outDecoder) {
  OCADynamicLibraryLoad(&dynamicLibrary);
#ifndef OCA_LIBAV
  // No other decoder is available.
  OCAReportMissingLibraries(OCALibraryForCodecs);
#endif
  return OCAFLACLibraryMissing;
}

int OCAFLACDecodeFloats(OCAFLAC *decoder, const uint8_t *packet, size_t byteCount, float *floats,
                        size_t capacity, OCAFLACFrame *outFrame) {
  return OCAFLACBadFrame;
}

int OCAFLACDecodeIntegers(OCAFLAC *decoder, const uint8_t *packet, size_t byteCount,
                          int32_t *integers, size_t capacity, OCAFLACTake take, void *context,
                          OCAFLACFrame *outFrame) {
  return OCAFLACBadFrame;
}

void OCAFLACClose(OCAFLAC *decoder) {}

#endif
