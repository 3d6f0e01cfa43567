// The only file that uses libsoxr. The first resampler loads its functions.

#if defined(OCA_SOXR) && __has_include(<soxr.h>)

#include "CSoxr.h"

#include <CDynamicLibrary.h>
#include <soxr.h>
#include <stdbool.h>

static struct {
  __typeof__(&soxr_create) create;
  __typeof__(&soxr_process) process;
  __typeof__(&soxr_delete) delete;
  __typeof__(&soxr_quality_spec) qualitySpec;
  __typeof__(&soxr_io_spec) ioSpec;
  __typeof__(&soxr_runtime_spec) runtimeSpec;
} library;

static const OCADynamicFunction functions[] = {
    {"soxr_create", (void **)&library.create},
    {"soxr_process", (void **)&library.process},
    {"soxr_delete", (void **)&library.delete},
    {"soxr_quality_spec", (void **)&library.qualitySpec},
    {"soxr_io_spec", (void **)&library.ioSpec},
    {"soxr_runtime_spec", (void **)&library.runtimeSpec},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libsoxr.so.0",
    .package = "libsoxr0",
    .purpose = OCALibraryForRateConversion,
    .functions = functions,
};

static const unsigned long recipes[] = {
    SOXR_LQ, SOXR_16_BITQ, SOXR_20_BITQ, SOXR_24_BITQ, SOXR_28_BITQ, SOXR_32_BITQ,
};

int OCASoxrOpen(double inputRate, double outputRate, unsigned channelCount, int filter, int shape,
                OCASoxr **outResampler) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) {
    OCAReportMissingLibraries(OCALibraryForRateConversion);
    return OCASoxrLibraryMissing;
  }
  unsigned long recipe = recipes[filter];
  if (shape & OCASoxrMinimumPhase) recipe |= SOXR_MINIMUM_PHASE;
  if (shape & OCASoxrSteep) recipe |= SOXR_STEEP_FILTER;
  const soxr_quality_spec_t quality = library.qualitySpec(recipe, 0);
  const soxr_io_spec_t io = library.ioSpec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  const soxr_runtime_spec_t runtime = library.runtimeSpec(1);
  soxr_error_t error = NULL;
  soxr_t made =
      library.create(inputRate, outputRate, channelCount, &error, &io, &quality, &runtime);
  if (made == NULL || error != NULL) {
    if (made != NULL) library.delete(made);
    return OCASoxrFailed;
  }
  *outResampler = (OCASoxr *)made;
  return OCASoxrDone;
}

int OCASoxrProcess(OCASoxr *resampler, const float *input, size_t inputCount, size_t *outTaken,
                   float *output, size_t capacity, size_t *outMade) {
  soxr_error_t error = library.process((soxr_t)resampler, input, inputCount, outTaken, output,
                                       capacity, outMade);
  return error == NULL ? OCASoxrDone : OCASoxrFailed;
}

void OCASoxrClose(OCASoxr *resampler) { library.delete((soxr_t)resampler); }

#endif
