// The only file that uses libFLAC. The first decoder loads its functions.

#if defined(OCA_FLAC) && __has_include(<FLAC/stream_decoder.h>)

#include "CFLAC.h"

#include <CDynamicLibrary.h>
#include <FLAC/stream_decoder.h>
#include <stdbool.h>
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

static const OCADynamicFunction functions[] = {
    {"FLAC__stream_decoder_new", (void **)&library.new},
    {"FLAC__stream_decoder_delete", (void **)&library.delete},
    {"FLAC__stream_decoder_init_stream", (void **)&library.init},
    {"FLAC__stream_decoder_process_until_end_of_metadata", (void **)&library.readMetadata},
    {"FLAC__stream_decoder_process_single", (void **)&library.decode},
    {"FLAC__stream_decoder_flush", (void **)&library.flush},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libFLAC.so." OCA_TEXT(FLAC_API_VERSION_CURRENT),
    .package = "libflac" OCA_TEXT(FLAC_API_VERSION_CURRENT),
    .purpose = OCALibraryForCodecs,
    .functions = functions,
};

struct OCAFLAC {
  FLAC__StreamDecoder *decoder;
  /// The unread bytes of the packet.
  const uint8_t *bytes;
  size_t byteCount;
  /// The destination of the samples, in one of two formats, and its capacity in samples.
  float *floats;
  int32_t *integers;
  size_t capacity;
  /// Called with the integers before they are copied.
  OCAFLACTake take;
  void *context;
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

/// Writes the samples interleaved, with a vectorizable loop for two channels.
#define INTERLEAVE(sample, to)                                                                     \
  if (channelCount == 2) {                                                                         \
    const FLAC__int32 *left = planes[0], *right = planes[1];                                       \
    for (size_t frame = 0; frame < frameCount; frame++) {                                          \
      (to)[2 * frame] = sample(left[frame]);                                                       \
      (to)[2 * frame + 1] = sample(right[frame]);                                                  \
    }                                                                                              \
    return;                                                                                        \
  }                                                                                                \
  for (size_t channel = 0; channel < channelCount; channel++) {                                    \
    const FLAC__int32 *plane = planes[channel];                                                    \
    for (size_t frame = 0; frame < frameCount; frame++)                                            \
      (to)[frame * channelCount + channel] = sample(plane[frame]);                                 \
  }

static void writeFloats(const FLAC__int32 *const planes[], size_t frameCount, size_t channelCount,
                        uint32_t bitCount, float *restrict floats) {
  const float scale = 1.0f / (float)(1u << (bitCount - 1));
#define SCALED(sample) ((float)(sample) * scale)
  INTERLEAVE(SCALED, floats)
}

static void writeIntegers(const FLAC__int32 *const planes[], size_t frameCount, size_t channelCount,
                          uint32_t bitCount, int32_t *restrict integers) {
  const uint32_t shift = 32 - bitCount;
#define LIFTED(sample) ((int32_t)((uint32_t)(sample) << shift))
  INTERLEAVE(LIFTED, integers)
}

static void lendOrWrite(OCAFLAC *self, const FLAC__int32 *const planes[], size_t frameCount,
                        size_t channelCount, uint32_t bitCount) {
  size_t taken = 0;
  // Silence in place of a bad frame is not passed on.
  if (self->take != NULL && !self->isBad) {
    taken = (size_t)self->take(self->context, &self->frame, planes);
    self->take = NULL;
    if (taken > frameCount) {
      self->isBad = true;
      return;
    }
    self->frame.takenCount = (int32_t)taken;
  }
  const FLAC__int32 *left[FLAC__MAX_CHANNELS];
  for (size_t channel = 0; channel < channelCount; channel++) left[channel] = planes[channel] + taken;
  writeIntegers(left, frameCount - taken, channelCount, bitCount, self->integers);
}

static FLAC__StreamDecoderWriteStatus takeFrame(const FLAC__StreamDecoder *decoder,
                                                const FLAC__Frame *frame,
                                                const FLAC__int32 *const planes[], void *client) {
  (void)decoder;
  OCAFLAC *self = client;
  const size_t frameCount = frame->header.blocksize, channelCount = frame->header.channels;
  const uint32_t bitCount = frame->header.bits_per_sample;
  if (channelCount > FLAC__MAX_CHANNELS || frameCount * channelCount > self->capacity ||
      bitCount < 1 || bitCount > 32) {
    self->isBad = true;
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
  }
  self->frame = (OCAFLACFrame){
      .sampleRate = (int32_t)frame->header.sample_rate,
      .channelCount = (int32_t)channelCount,
      .frameCount = (int32_t)frameCount,
      .bitDepth = (int32_t)bitCount,
  };
  if (self->floats != NULL) writeFloats(planes, frameCount, channelCount, bitCount, self->floats);
  if (self->integers != NULL) lendOrWrite(self, planes, frameCount, channelCount, bitCount);
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
}

static void takeError(const FLAC__StreamDecoder *decoder, FLAC__StreamDecoderErrorStatus status,
                      void *client) {
  (void)decoder;
  (void)status;
  ((OCAFLAC *)client)->isBad = true;
}

int OCAFLACOpen(const uint8_t *streamInfo, OCAFLAC **outDecoder) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) {
#ifndef OCA_LIBAV
    // No other decoder is available.
    OCAReportMissingLibraries(OCALibraryForCodecs);
#endif
    return OCAFLACLibraryMissing;
  }
  OCAFLAC *self = calloc(1, sizeof *self);
  if (self == NULL) return OCAFLACBadConfiguration;
  self->decoder = library.new();
  if (self->decoder == NULL) {
    free(self);
    return OCAFLACBadConfiguration;
  }
  // A stream with only this block, marked as the last before the frames.
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

static int decode(OCAFLAC *self, const uint8_t *packet, size_t byteCount, OCAFLACFrame *outFrame) {
  self->bytes = packet;
  self->byteCount = byteCount;
  self->isBad = false;
  self->frame = (OCAFLACFrame){0};
  const bool isDecoded = library.decode(self->decoder);
  // Discards the rest of the packet and any error state.
  library.flush(self->decoder);
  self->bytes = NULL;
  self->byteCount = 0;
  self->floats = NULL;
  self->integers = NULL;
  self->take = NULL;
  if (!isDecoded || self->isBad || self->frame.frameCount == 0) return OCAFLACBadFrame;
  *outFrame = self->frame;
  return OCAFLACDone;
}

int OCAFLACDecodeFloats(OCAFLAC *self, const uint8_t *packet, size_t byteCount, float *floats,
                        size_t capacity, OCAFLACFrame *outFrame) {
  self->floats = floats;
  self->capacity = capacity;
  return decode(self, packet, byteCount, outFrame);
}

int OCAFLACDecodeIntegers(OCAFLAC *self, const uint8_t *packet, size_t byteCount,
                          int32_t *integers, size_t capacity, OCAFLACTake take, void *context,
                          OCAFLACFrame *outFrame) {
  self->integers = integers;
  self->take = take;
  self->context = context;
  self->capacity = capacity;
  return decode(self, packet, byteCount, outFrame);
}

void OCAFLACClose(OCAFLAC *self) {
  library.delete(self->decoder);
  free(self);
}

#endif
