// The only file that uses libmpg123. The first decoder loads its functions.

#if defined(OCA_MPG123) && __has_include(<mpg123.h>)

#include "CMpg123.h"

#include <CDynamicLibrary.h>
#include <mpg123.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(&mpg123_init) init;
  __typeof__(&mpg123_new) new;
  __typeof__(&mpg123_delete) delete;
  __typeof__(&mpg123_param2) param;
  __typeof__(&mpg123_format_none) formatNone;
  __typeof__(&mpg123_format) format;
  __typeof__(&mpg123_open_feed) openFeed;
  __typeof__(&mpg123_feed) feed;
  __typeof__(&mpg123_replace_buffer) replaceBuffer;
  __typeof__(&mpg123_decode_frame) decodeFrame;
  __typeof__(&mpg123_getformat) getFormat;
} library;

static const OCADynamicFunction functions[] = {
    {"mpg123_init", (void **)&library.init},
    {"mpg123_new", (void **)&library.new},
    {"mpg123_delete", (void **)&library.delete},
    {"mpg123_param2", (void **)&library.param},
    {"mpg123_format_none", (void **)&library.formatNone},
    {"mpg123_format", (void **)&library.format},
    {"mpg123_open_feed", (void **)&library.openFeed},
    {"mpg123_feed", (void **)&library.feed},
    {"mpg123_replace_buffer", (void **)&library.replaceBuffer},
    {"mpg123_decode_frame", (void **)&library.decodeFrame},
    {"mpg123_getformat", (void **)&library.getFormat},
    {NULL, NULL},
};

static bool prepare(void) {
  return library.init() == MPG123_OK;
}

static OCADynamicLibrary dynamicLibrary = {
    .name = "libmpg123.so.0",
    .package = "libmpg123-0",
    .purpose = OCALibraryForCodecs,
    .functions = functions,
    .prepare = prepare,
};

/// The alignment that the library requires of output memory, in bytes.
enum { alignment = 16 };

struct OCAMpg123 {
  mpg123_handle *handle;
  /// Room for the longest frame, used between calls, and if the caller's memory is not aligned.
  _Alignas(alignment) float samples[2 * 1152];
};

/// All sample rates of MPEG-1, MPEG-2, and MPEG-2.5 audio.
static const long rates[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};

int OCAMpg123Open(OCAMpg123 **outDecoder) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) {
#ifndef OCA_LIBAV
    // No other decoder is available.
    OCAReportMissingLibraries(OCALibraryForCodecs);
#endif
    return OCAMpg123LibraryMissing;
  }
  OCAMpg123 *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return OCAMpg123Failed;
  mpg123_handle *handle = library.new(NULL, NULL);
  decoder->handle = handle;
  if (handle == NULL) {
    free(decoder);
    return OCAMpg123Failed;
  }
  // Frames arrive whole and in order, so the library must not search, skip, trim, or index.
  const long flags = MPG123_QUIET | MPG123_NO_RESYNC | MPG123_IGNORE_INFOFRAME |
                     MPG123_NO_READAHEAD | MPG123_SKIP_ID3V2 | MPG123_IGNORE_STREAMLENGTH |
                     MPG123_NO_PEEK_END;
  bool isSet = library.param(handle, MPG123_FLAGS, flags, 0) == MPG123_OK &&
               library.param(handle, MPG123_VERBOSE, 0, 0) == MPG123_OK &&
               library.param(handle, MPG123_RESYNC_LIMIT, 0, 0) == MPG123_OK &&
               library.param(handle, MPG123_INDEX_SIZE, 0, 0) == MPG123_OK &&
               library.formatNone(handle) == MPG123_OK;
  for (size_t index = 0; isSet && index < sizeof rates / sizeof *rates; index++) {
    isSet = library.format(handle, rates[index], MPG123_MONO | MPG123_STEREO,
                           MPG123_ENC_FLOAT_32) == MPG123_OK;
  }
  if (!isSet || OCAMpg123Restart(decoder, -1) != OCAMpg123Done) {
    OCAMpg123Close(decoder);
    return OCAMpg123Failed;
  }
  *outDecoder = decoder;
  return OCAMpg123Done;
}

int OCAMpg123Restart(OCAMpg123 *decoder, long freeFormatByteCount) {
  if (library.param(decoder->handle, MPG123_FREEFORMAT_SIZE, freeFormatByteCount, 0) !=
          MPG123_OK ||
      library.openFeed(decoder->handle) != MPG123_OK)
    return OCAMpg123Failed;
  return OCAMpg123Done;
}

int OCAMpg123Decode(OCAMpg123 *decoder, const uint8_t *frame, size_t byteCount, float *samples,
                    size_t capacity, size_t *outSampleCount, int *outChannelCount) {
  // The library decodes into aligned memory only. Without such memory, it would decode into its own
  // and then copy the samples.
  const bool isAligned = (uintptr_t)samples % alignment == 0;
  float *target = isAligned ? samples : decoder->samples;
  const size_t room = isAligned ? capacity : sizeof decoder->samples / sizeof(float);
  unsigned char *audio = NULL;
  off_t number = 0;
  size_t done = 0;
  int status = library.feed(decoder->handle, frame, byteCount);
  if (status == MPG123_OK) {
    // The library reports a new format before its first samples. It then uses its own memory, as
    // for the very first frame.
    do {
      status = library.replaceBuffer(decoder->handle, target, room * sizeof(float));
      if (status == MPG123_OK)
        status = library.decodeFrame(decoder->handle, &number, &audio, &done);
    } while (status == MPG123_NEW_FORMAT && done == 0);
    if (status == MPG123_OK && (void *)audio != samples && done <= capacity * sizeof(float))
      memcpy(samples, audio, done);
    // Restores memory that outlives the call, because the library always needs some.
    library.replaceBuffer(decoder->handle, decoder->samples, sizeof decoder->samples);
  }
  long rate = 0;
  int channels = 0;
  int encoding = 0;
  if (status != MPG123_OK || done == 0 || done > capacity * sizeof(float) ||
      library.getFormat(decoder->handle, &rate, &channels, &encoding) != MPG123_OK ||
      encoding != MPG123_ENC_FLOAT_32) {
    OCAMpg123Restart(decoder, -1);
    return OCAMpg123BadFrame;
  }
  *outSampleCount = done / sizeof(float);
  *outChannelCount = channels;
  return OCAMpg123Done;
}

void OCAMpg123Close(OCAMpg123 *decoder) {
  library.delete(decoder->handle);
  free(decoder);
}

#endif
