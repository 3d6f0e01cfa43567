// The only file that knows libFLAC. Its functions are found when the first decoder is made.

#ifdef OCA_FLAC

#include "CFLAC.h"

#include <FLAC/stream_decoder.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(&FLAC__stream_decoder_new) new;
  __typeof__(&FLAC__stream_decoder_delete) delete;
  __typeof__(&FLAC__stream_decoder_init_stream) init;
  __typeof__(&FLAC__stream_decoder_process_until_end_of_metadata) readMetadata;
  __typeof__(&FLAC__stream_decoder_process_single) decode;
  __typeof__(&FLAC__stream_decoder_flush) flush;
} library;

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  char name[32];
  snprintf(name, sizeof name, "libFLAC.so.%d", FLAC_API_VERSION_CURRENT);
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  library.new = dlsym(handle, "FLAC__stream_decoder_new");
  library.delete = dlsym(handle, "FLAC__stream_decoder_delete");
  library.init = dlsym(handle, "FLAC__stream_decoder_init_stream");
  library.readMetadata = dlsym(handle, "FLAC__stream_decoder_process_until_end_of_metadata");
  library.decode = dlsym(handle, "FLAC__stream_decoder_process_single");
  library.flush = dlsym(handle, "FLAC__stream_decoder_flush");
  isLoaded = library.new && library.delete && library.init && library.readMetadata &&
             library.decode && library.flush;
  if (!isLoaded) dlclose(handle);
}

struct OCAFLAC {
  FLAC__StreamDecoder *decoder;
  /// What the library has not read of the packet.
  const uint8_t *bytes;
  size_t byteCount;
  /// The samples of the last frame, interleaved.
  float *samples;
  size_t capacity;
  OCAFLACFrame frame;
  bool isBad;
};

static FLAC__StreamDecoderReadStatus readBytes(const FLAC__StreamDecoder *decoder,
                                               FLAC__byte buffer[], size_t *bytes, void *client) {
  (void)decoder;
  OCAFLAC *self = client;
  if (*bytes > self->byteCount) *bytes = self->byteCount;
  if (*bytes == 0) return FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM;
  memcpy(buffer, self->bytes, *bytes);
  self->bytes += *bytes;
  self->byteCount -= *bytes;
  return FLAC__STREAM_DECODER_READ_STATUS_CONTINUE;
}

static void interleave(const FLAC__int32 *const planes[], size_t frameCount, size_t channelCount,
                       float scale, float *restrict samples) {
  if (channelCount == 2) {
    const FLAC__int32 *left = planes[0], *right = planes[1];
    for (size_t frame = 0; frame < frameCount; frame++) {
      samples[2 * frame] = (float)left[frame] * scale;
      samples[2 * frame + 1] = (float)right[frame] * scale;
    }
    return;
  }
  for (size_t channel = 0; channel < channelCount; channel++) {
    const FLAC__int32 *plane = planes[channel];
    for (size_t frame = 0; frame < frameCount; frame++)
      samples[frame * channelCount + channel] = (float)plane[frame] * scale;
  }
}

static FLAC__StreamDecoderWriteStatus takeFrame(const FLAC__StreamDecoder *decoder,
                                                const FLAC__Frame *frame,
                                                const FLAC__int32 *const planes[], void *client) {
  (void)decoder;
  OCAFLAC *self = client;
  const size_t frameCount = frame->header.blocksize, channelCount = frame->header.channels;
  const size_t sampleCount = frameCount * channelCount;
  if (sampleCount > self->capacity) {
    float *samples = realloc(self->samples, sampleCount * sizeof(float));
    if (samples == NULL) return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT;
    self->samples = samples;
    self->capacity = sampleCount;
  }
  const float scale = 1.0f / (float)(1u << (frame->header.bits_per_sample - 1));
  interleave(planes, frameCount, channelCount, scale, self->samples);
  self->frame = (OCAFLACFrame){
      .sampleRate = (int32_t)frame->header.sample_rate,
      .channelCount = (int32_t)channelCount,
      .frameCount = (int32_t)frameCount,
      .samples = self->samples,
  };
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
}

static void takeError(const FLAC__StreamDecoder *decoder, FLAC__StreamDecoderErrorStatus status,
                      void *client) {
  (void)decoder;
  (void)status;
  ((OCAFLAC *)client)->isBad = true;
}

int OCAFLACOpen(const uint8_t *streamInfo, OCAFLAC **outDecoder) {
  pthread_once(&once, load);
  if (!isLoaded) return OCAFLACLibraryMissing;
  OCAFLAC *self = calloc(1, sizeof *self);
  if (self == NULL) return OCAFLACBadConfiguration;
  self->decoder = library.new();
  if (self->decoder == NULL) {
    free(self);
    return OCAFLACBadConfiguration;
  }
  // A stream of this one block, the last before the frames.
  uint8_t header[42] = {'f', 'L', 'a', 'C', 0x80, 0, 0, 34};
  memcpy(header + 8, streamInfo, 34);
  self->bytes = header;
  self->byteCount = sizeof header;
  if (library.init(self->decoder, readBytes, NULL, NULL, NULL, NULL, takeFrame, NULL, takeError,
                   self) != FLAC__STREAM_DECODER_INIT_STATUS_OK ||
      !library.readMetadata(self->decoder) || self->isBad) {
    OCAFLACClose(self);
    return OCAFLACBadConfiguration;
  }
  *outDecoder = self;
  return OCAFLACDone;
}

int OCAFLACDecode(OCAFLAC *self, const uint8_t *packet, size_t byteCount,
                  OCAFLACFrame *outFrame) {
  self->bytes = packet;
  self->byteCount = byteCount;
  self->isBad = false;
  self->frame = (OCAFLACFrame){0};
  const bool isDecoded = library.decode(self->decoder);
  // Whatever is left of the packet, or of the way in which it failed, is forgotten.
  library.flush(self->decoder);
  self->bytes = NULL;
  self->byteCount = 0;
  if (!isDecoded || self->isBad || self->frame.frameCount == 0) return OCAFLACBadFrame;
  *outFrame = self->frame;
  return OCAFLACDone;
}

void OCAFLACClose(OCAFLAC *self) {
  library.delete(self->decoder);
  free(self->samples);
  free(self);
}

#endif
