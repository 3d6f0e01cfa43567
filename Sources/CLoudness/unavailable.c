// Replaces the rest of this target if the headers of libebur128 were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_LOUDNESS) && !__has_include(<ebur128.h>)

#include "CLoudness.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libebur128",
    .package = "libebur128-dev",
    .purpose = OCALibraryForLoudness,
};

bool OCALoudnessIsThere(void) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForLoudness);
  return false;
}

OCALoudness *OCALoudnessOpen(unsigned long sampleRate) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForLoudness);
  return NULL;
}

OCALoudness *OCALoudnessOpenChannels(
    const OCALoudnessWeight *weights, unsigned channelCount, unsigned long sampleRate) {
  return OCALoudnessOpen(sampleRate);
}

bool OCALoudnessAdd(OCALoudness *loudness, const float *samples, int frameCount) {
  return false;
}

double OCALoudnessOfAll(OCALoudness *loudness) {
  return 0;
}

double OCALoudnessOfMoment(OCALoudness *loudness) {
  return 0;
}

double OCALoudnessPeak(OCALoudness *loudness) {
  return 0;
}

double OCALoudnessTruePeak(OCALoudness *loudness) {
  return 0;
}

void OCALoudnessClose(OCALoudness *loudness) {}

#endif
