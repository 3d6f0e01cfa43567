// The only file that uses libopus. The first decoder loads its functions.

#if defined(OCA_OPUS) && __has_include(<opus/opus_multistream.h>)

#include "COpus.h"

#include <CDynamicLibrary.h>
#include <opus/opus_multistream.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
  __typeof__(&opus_multistream_decoder_create) create;
  __typeof__(&opus_multistream_decoder_destroy) destroy;
  __typeof__(&opus_multistream_decoder_ctl) control;
  __typeof__(&opus_multistream_decode_float) decode;
} library;

static const OCADynamicFunction functions[] = {
    {"opus_multistream_decoder_create", (void **)&library.create},
    {"opus_multistream_decoder_destroy", (void **)&library.destroy},
    {"opus_multistream_decoder_ctl", (void **)&library.control},
    {"opus_multistream_decode_float", (void **)&library.decode},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libopus.so.0",
    .package = "libopus0",
    .purpose = OCALibraryForCodecs,
    .functions = functions,
};

int OCAOpusOpen(OCAOpusConfiguration configuration, const uint8_t *mapping, OCAOpus **outDecoder) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) {
#ifndef OCA_LIBAV
    // No other decoder is available.
    OCAReportMissingLibraries(OCALibraryForCodecs);
#endif
    return OCAOpusLibraryMissing;
  }
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
