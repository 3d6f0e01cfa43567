// The only file that knows libebur128. Its functions are found when the first measurement starts.

#ifdef OCA_LOUDNESS

#include "CLoudness.h"

#include <dlfcn.h>
#include <ebur128.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

static struct {
  __typeof__(&ebur128_init) init;
  __typeof__(&ebur128_destroy) destroy;
  __typeof__(&ebur128_set_channel) setChannel;
  __typeof__(&ebur128_add_frames_float) add;
  __typeof__(&ebur128_loudness_global) ofAll;
  __typeof__(&ebur128_loudness_momentary) ofMoment;
  __typeof__(&ebur128_sample_peak) peak;
} library;

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle =
      dlopen("libebur128.so." TEXT(EBUR128_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  library.init = dlsym(handle, "ebur128_init");
  library.destroy = dlsym(handle, "ebur128_destroy");
  library.setChannel = dlsym(handle, "ebur128_set_channel");
  library.add = dlsym(handle, "ebur128_add_frames_float");
  library.ofAll = dlsym(handle, "ebur128_loudness_global");
  library.ofMoment = dlsym(handle, "ebur128_loudness_momentary");
  library.peak = dlsym(handle, "ebur128_sample_peak");
  isLoaded = library.init && library.destroy && library.setChannel && library.add &&
             library.ofAll && library.ofMoment && library.peak;
  if (!isLoaded) dlclose(handle);
}

bool OCALoudnessIsThere(void) {
  pthread_once(&once, load);
  return isLoaded;
}

OCALoudness *OCALoudnessOpen(unsigned long sampleRate) {
  if (!OCALoudnessIsThere()) return NULL;
  // Of many hours, what a histogram keeps does not grow.
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
