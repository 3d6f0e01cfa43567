// The only file that knows libopus. Its functions are found when the first decoder is made.

#ifdef OCA_OPUS

#include "COpus.h"

#include <dlfcn.h>
#include <opus/opus_multistream.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
  __typeof__(&opus_multistream_decoder_create) create;
  __typeof__(&opus_multistream_decoder_destroy) destroy;
  __typeof__(&opus_multistream_decoder_ctl) control;
  __typeof__(&opus_multistream_decode_float) decode;
} library;

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libopus.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  library.create = dlsym(handle, "opus_multistream_decoder_create");
  library.destroy = dlsym(handle, "opus_multistream_decoder_destroy");
  library.control = dlsym(handle, "opus_multistream_decoder_ctl");
  library.decode = dlsym(handle, "opus_multistream_decode_float");
  isLoaded = library.create && library.destroy && library.control && library.decode;
  if (!isLoaded) dlclose(handle);
}

int OCAOpusOpen(OCAOpusConfiguration configuration, const uint8_t *mapping, OCAOpus **outDecoder) {
  pthread_once(&once, load);
  if (!isLoaded) return OCAOpusLibraryMissing;
  int error = OPUS_OK;
  OpusMSDecoder *decoder =
      library.create(configuration.sampleRate, configuration.channelCount,
                     configuration.streamCount, configuration.coupledCount, mapping, &error);
  if (decoder == NULL) return OCAOpusBadConfiguration;
  if (library.control(decoder, OPUS_SET_GAIN(configuration.gain)) != OPUS_OK) {
    library.destroy(decoder);
    return OCAOpusBadConfiguration;
  }
  *outDecoder = (OCAOpus *)decoder;
  return OCAOpusDone;
}

int32_t OCAOpusDecode(OCAOpus *decoder, const uint8_t *packet, int32_t byteCount, float *samples,
                      int32_t frameCapacity) {
  return library.decode((OpusMSDecoder *)decoder, packet, byteCount, samples, frameCapacity, 0);
}

void OCAOpusRestart(OCAOpus *decoder) {
  library.control((OpusMSDecoder *)decoder, OPUS_RESET_STATE);
}

void OCAOpusClose(OCAOpus *decoder) { library.destroy((OpusMSDecoder *)decoder); }

#endif
