// The only file that uses libkissfft-float. The first transform loads its functions.

#ifdef OCA_PICTURES

#include "CPictures.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#if __has_include(<kissfft/kiss_fftr.h>)
#include <kissfft/kiss_fftr.h>
#include <stdbool.h>
#include <stdlib.h>

static struct {
  __typeof__(&kiss_fftr_alloc) prepare;
  __typeof__(&kiss_fftr) transform;
} library;

static const OCADynamicFunction functions[] = {
    {"kiss_fftr_alloc", (void **)&library.prepare},
    {"kiss_fftr", (void **)&library.transform},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libkissfft-float.so.131",
    .package = "libkissfft-float131",
    .purpose = OCALibraryForPictures,
    .functions = functions,
};

struct OCASpectrum {
  int length;
  kiss_fftr_cfg plan;
  kiss_fft_cpx *values;
};

int OCASpectrumMake(int length, OCASpectrum **outSpectrum) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) {
    OCAReportMissingLibraries(OCALibraryForPictures);
    return OCAPictureLibraryMissing;
  }
  OCASpectrum *spectrum = calloc(1, sizeof *spectrum);
  if (spectrum == NULL) return OCAPictureFailed;
  spectrum->length = length;
  // The library defines kiss_fftr_free as free.
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

#else
#pragma clang diagnostic ignored "-Wunused-parameter"

// Without the library's headers, each attempt to open it reports that it is missing.

static OCADynamicLibrary dynamicLibrary = {
    .name = "libkissfft",
    .package = "libkissfft-dev",
    .purpose = OCALibraryForPictures,
};

int OCASpectrumMake(int length, OCASpectrum **outSpectrum) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForPictures);
  return OCAPictureLibraryMissing;
}

void OCASpectrumTransform(OCASpectrum *spectrum, const float *samples, float *outPowers) {}

void OCASpectrumFree(OCASpectrum *spectrum) {}

#endif
#endif
