// The only file that uses libebur128. The first measurement loads its functions.

#if defined(OCA_LOUDNESS) && __has_include(<ebur128.h>)

#include "CLoudness.h"

#include <CDynamicLibrary.h>
#include <ebur128.h>
#include <math.h>
#include <stddef.h>

static struct {
  __typeof__(&ebur128_init) init;
  __typeof__(&ebur128_destroy) destroy;
  __typeof__(&ebur128_set_channel) setChannel;
  __typeof__(&ebur128_add_frames_float) add;
  __typeof__(&ebur128_loudness_global) ofAll;
  __typeof__(&ebur128_loudness_momentary) ofMoment;
  __typeof__(&ebur128_sample_peak) peak;
} library;

static const OCADynamicFunction functions[] = {
    {"ebur128_init", (void **)&library.init},
    {"ebur128_destroy", (void **)&library.destroy},
    {"ebur128_set_channel", (void **)&library.setChannel},
    {"ebur128_add_frames_float", (void **)&library.add},
    {"ebur128_loudness_global", (void **)&library.ofAll},
    {"ebur128_loudness_momentary", (void **)&library.ofMoment},
    {"ebur128_sample_peak", (void **)&library.peak},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libebur128.so." OCA_TEXT(EBUR128_VERSION_MAJOR),
    .package = "libebur128-" OCA_TEXT(EBUR128_VERSION_MAJOR),
    .purpose = OCALibraryForLoudness,
    .functions = functions,
};

bool OCALoudnessIsThere(void) {
  if (OCADynamicLibraryLoad(&dynamicLibrary)) return true;
  OCAReportMissingLibraries(OCALibraryForLoudness);
  return false;
}

OCALoudness *OCALoudnessOpen(unsigned long sampleRate) {
  if (!OCALoudnessIsThere()) return NULL;
  // The memory of a histogram does not grow over many hours.
  ebur128_state *state = library.init(
      1, sampleRate, EBUR128_MODE_I | EBUR128_MODE_SAMPLE_PEAK | EBUR128_MODE_HISTOGRAM);
  if (state == NULL) return NULL;
  if (library.setChannel(state, 0, EBUR128_DUAL_MONO) != EBUR128_SUCCESS) {
    library.destroy(&state);
    return NULL;
  }
  return (OCALoudness *)state;
}

bool OCALoudnessAdd(OCALoudness *loudness, const float *samples, int count) {
  return library.add((ebur128_state *)loudness, samples, (size_t)count) == EBUR128_SUCCESS;
}

double OCALoudnessOfAll(OCALoudness *loudness) {
  double value = -INFINITY;
  return library.ofAll((ebur128_state *)loudness, &value) == EBUR128_SUCCESS ? value : -INFINITY;
}

double OCALoudnessOfMoment(OCALoudness *loudness) {
  double value = -INFINITY;
  return library.ofMoment((ebur128_state *)loudness, &value) == EBUR128_SUCCESS ? value
                                                                                : -INFINITY;
}

double OCALoudnessPeak(OCALoudness *loudness) {
  double value = 0;
  return library.peak((ebur128_state *)loudness, 0, &value) == EBUR128_SUCCESS ? value : 0;
}

void OCALoudnessClose(OCALoudness *loudness) {
  ebur128_state *state = (ebur128_state *)loudness;
  library.destroy(&state);
}

#endif
