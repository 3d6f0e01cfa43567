// Replaces the rest of this target if the headers of libsoxr were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_SOXR) && !__has_include(<soxr.h>)

#include "CSoxr.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libsoxr",
    .package = "libsoxr-dev",
    .purpose = OCALibraryForRateConversion,
};

int OCASoxrOpen(double inputRate, double outputRate, unsigned channelCount, int filter, int shape,
                OCASoxr **outResampler) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForRateConversion);
  return OCASoxrLibraryMissing;
}

int OCASoxrProcess(OCASoxr *resampler, const float *input, size_t inputCount, size_t *outTaken,
                   float *output, size_t capacity, size_t *outMade) {
  return OCASoxrFailed;
}

void OCASoxrClose(OCASoxr *resampler) {}

#endif
