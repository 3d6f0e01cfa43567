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
  __typeof__(&ebur128_true_peak) truePeak;
} library;

static const OCADynamicFunction functions[] = {
    {"ebur128_init", (void **)&library.init},
    {"ebur128_destroy", (void **)&library.destroy},
    {"ebur128_set_channel", (void **)&library.setChannel},
    {"ebur128_add_frames_float", (void **)&library.add},
    {"ebur128_loudness_global", (void **)&library.ofAll},
    {"ebur128_loudness_momentary", (void **)&library.ofMoment},
    {"ebur128_sample_peak", (void **)&library.peak},
    {"ebur128_true_peak", (void **)&library.truePeak},
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

// Source: Recommendation ITU-R BS.1770-4, annex 3: loudspeakers from 60 to 120 degrees have 1.41.
static int channelOf(OCALoudnessWeight weight) {
  switch (weight) {
  case OCALoudnessWeightNone: return EBUR128_UNUSED;
  case OCALoudnessWeightFront: return EBUR128_CENTER;
  case OCALoudnessWeightSide: return EBUR128_LEFT_SURROUND;
  }
  return EBUR128_UNUSED;
}

OCALoudness *OCALoudnessOpenChannels(
    const OCALoudnessWeight *weights, unsigned channelCount, unsigned long sampleRate) {
  if (!OCALoudnessIsThere()) return NULL;
  ebur128_state *state =
      library.init(channelCount, sampleRate, EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK);
  if (state == NULL) return NULL;
  for (unsigned channel = 0; channel < channelCount; channel++) {
    if (library.setChannel(state, channel, channelOf(weights[channel])) == EBUR128_SUCCESS) continue;
    library.destroy(&state);
    return NULL;
  }
  return (OCALoudness *)state;
}

bool OCALoudnessAdd(OCALoudness *loudness, const float *samples, int frameCount) {
  return library.add((ebur128_state *)loudness, samples, (size_t)frameCount) == EBUR128_SUCCESS;
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

double OCALoudnessTruePeak(OCALoudness *loudness) {
  ebur128_state *state = (ebur128_state *)loudness;
  double largest = 0;
  for (unsigned channel = 0; channel < state->channels; channel++) {
    double value = 0;
    if (library.truePeak(state, channel, &value) != EBUR128_SUCCESS) continue;
    if (value > largest) largest = value;
  }
  return largest;
}

void OCALoudnessClose(OCALoudness *loudness) {
  ebur128_state *state = (ebur128_state *)loudness;
  library.destroy(&state);
}

#endif
