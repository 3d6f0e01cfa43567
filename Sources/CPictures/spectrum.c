// The only file that knows libkissfft-float. Its functions are found when the first transform is prepared.

#ifdef OCA_PICTURES

#include "CPictures.h"

#include <dlfcn.h>
#include <kissfft/kiss_fftr.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static struct {
  __typeof__(&kiss_fftr_alloc) prepare;
  __typeof__(&kiss_fftr) transform;
} library;

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libkissfft-float.so.131", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  library.prepare = dlsym(handle, "kiss_fftr_alloc");
  library.transform = dlsym(handle, "kiss_fftr");
  isLoaded = library.prepare && library.transform;
  if (!isLoaded) dlclose(handle);
}

struct OCASpectrum {
  int length;
  kiss_fftr_cfg plan;
  kiss_fft_cpx *values;
};

int OCASpectrumMake(int length, OCASpectrum **outSpectrum) {
  pthread_once(&once, load);
  if (!isLoaded) return OCAPictureLibraryMissing;
  OCASpectrum *spectrum = calloc(1, sizeof *spectrum);
  if (spectrum == NULL) return OCAPictureFailed;
  spectrum->length = length;
  // The library's own kiss_fftr_free is free.
  spectrum->plan = library.prepare(length, 0, NULL, NULL);
  spectrum->values = calloc((size_t)(length / 2 + 1), sizeof *spectrum->values);
  if (spectrum->plan == NULL || spectrum->values == NULL) {
    OCASpectrumFree(spectrum);
    return OCAPictureFailed;
  }
  *outSpectrum = spectrum;
  return OCAPictureDone;
}

void OCASpectrumTransform(OCASpectrum *spectrum, const float *samples, float *outPowers) {
  library.transform(spectrum->plan, samples, spectrum->values);
  for (int index = 0; index <= spectrum->length / 2; index++) {
    const float real = spectrum->values[index].r, imaginary = spectrum->values[index].i;
    outPowers[index] = real * real + imaginary * imaginary;
  }
}

void OCASpectrumFree(OCASpectrum *spectrum) {
  free(spectrum->plan);
  free(spectrum->values);
  free(spectrum);
}

#endif
