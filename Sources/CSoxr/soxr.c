// The only file that knows libsoxr. Its functions are found when the first resampler is made.

#ifdef OCA_SOXR

#include "CSoxr.h"

#include <dlfcn.h>
#include <pthread.h>
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

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libsoxr.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  library.create = dlsym(handle, "soxr_create");
  library.process = dlsym(handle, "soxr_process");
  library.delete = dlsym(handle, "soxr_delete");
  library.qualitySpec = dlsym(handle, "soxr_quality_spec");
  library.ioSpec = dlsym(handle, "soxr_io_spec");
  library.runtimeSpec = dlsym(handle, "soxr_runtime_spec");
  isLoaded = library.create && library.process && library.delete && library.qualitySpec &&
             library.ioSpec && library.runtimeSpec;
  if (!isLoaded) dlclose(handle);
}

static const unsigned long recipes[] = {
    SOXR_LQ, SOXR_16_BITQ, SOXR_20_BITQ, SOXR_24_BITQ, SOXR_28_BITQ, SOXR_32_BITQ,
};

int OCASoxrOpen(double inputRate, double outputRate, unsigned channelCount, int filter, int shape,
                OCASoxr **outResampler) {
  pthread_once(&once, load);
  if (!isLoaded) return OCASoxrLibraryMissing;
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
