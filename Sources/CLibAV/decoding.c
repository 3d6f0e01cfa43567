// The decoders of libavcodec.

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

#include "CLibAV.h"

#include <CDynamicLibrary.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The largest configuration in bytes; Vorbis codebooks are the largest.
static const size_t longestConfiguration = 16 << 20;

struct OCALibAV {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
};

/// Sets the parameters that a decoder needs besides the configuration.
static void configure(AVCodecContext *context, const OCALibAVStream *stream) {
  context->sample_rate = stream->sampleRate;
  context->block_align = stream->bytesPerPacket;
  context->bit_rate = stream->bitRate;
  context->bits_per_coded_sample = stream->bitsPerSample;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  context->ch_layout.order = AV_CHANNEL_ORDER_UNSPEC;
  context->ch_layout.nb_channels = stream->channelCount;
#else
  context->channels = stream->channelCount;
#endif
  context->thread_count = 1;
  // For decoders that also offer 16 bits.
  context->request_sample_fmt = AV_SAMPLE_FMT_FLT;
  // The caller trims the samples; the first frame reports the number.
  context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
  // Hides the messages of this decoder only, by raising their level. The level is one byte, and the
  // most verbose level is 56.
  context->log_level_offset = 100;
}

/// Finds a decoder by its name.
///
/// FFmpeg's own decoder of Speex replaces libspeex in builds without that library. It is the second
/// choice, because that of FFmpeg 7.1 gives twice the frames of wideband packets.
static const AVCodec *findDecoder(const char *name) {
  const AVCodec *found = library.avcodec_find_decoder_by_name(name);
  if (found == NULL && strcmp(name, "libspeex") == 0) {
    found = library.avcodec_find_decoder_by_name("speex");
  }
  return found;
}

int OCALibAVOpen(const OCALibAVStream *stream, OCALibAV **outDecoder) {
  if (!OCALibAVLoadCodecs()) {
    OCAReportMissingLibraries(OCALibraryForCodecs);
    return OCALibAVLibraryMissing;
  }
  const AVCodec *found = findDecoder(stream->codec);
  if (found == NULL) return OCALibAVLibraryMissing;
  const size_t byteCount = stream->configurationByteCount;
  if (byteCount > longestConfiguration) return OCALibAVBadConfiguration;
  OCALibAV *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return OCALibAVFailed;
  decoder->context = library.avcodec_alloc_context3(found);
  decoder->packet = library.av_packet_alloc();
  decoder->frame = library.av_frame_alloc();
  uint8_t *copy = library.av_mallocz(byteCount + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!decoder->context || !decoder->packet || !decoder->frame || !copy) {
    library.av_free(copy);
    OCALibAVClose(decoder);
    return OCALibAVFailed;
  }
  if (byteCount > 0) memcpy(copy, stream->configuration, byteCount);
  decoder->context->extradata = copy;
  decoder->context->extradata_size = (int)byteCount;
  configure(decoder->context, stream);
  if (library.avcodec_open2(decoder->context, found, NULL) < 0) {
    OCALibAVClose(decoder);
    return OCALibAVBadConfiguration;
  }
  *outDecoder = decoder;
  return OCALibAVDone;
}

static bool isReadable(int format) {
  switch (format) {
  case AV_SAMPLE_FMT_U8:
  case AV_SAMPLE_FMT_U8P:
  case AV_SAMPLE_FMT_FLT:
  case AV_SAMPLE_FMT_FLTP:
  case AV_SAMPLE_FMT_S16:
  case AV_SAMPLE_FMT_S16P:
  case AV_SAMPLE_FMT_S32:
  case AV_SAMPLE_FMT_S32P:
    return true;
  default:
    return false;
  }
}

/// Makes room for the packet's bytes, and for the padding that the library may read after them.
///
/// Reuses the memory if no decoder refers to it.
static bool makeRoom(AVPacket *packet, int byteCount) {
  const size_t padded = (size_t)byteCount + AV_INPUT_BUFFER_PADDING_SIZE;
  if (packet->buf == NULL || packet->buf->size < padded ||
      !library.av_buffer_is_writable(packet->buf)) {
    library.av_packet_unref(packet);
    return library.av_new_packet(packet, byteCount) >= 0;
  }
  packet->size = byteCount;
  memset(packet->data + byteCount, 0, AV_INPUT_BUFFER_PADDING_SIZE);
  return true;
}

int OCALibAVSend(OCALibAV *decoder, const uint8_t *packet, size_t byteCount) {
  int status;
  if (packet == NULL) {
    // The library accepts only the first of these calls.
    status = library.avcodec_send_packet(decoder->context, NULL);
    if (status == AVERROR_EOF) status = 0;
  } else {
    if (byteCount > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return OCALibAVBadPacket;
    if (!makeRoom(decoder->packet, (int)byteCount)) return OCALibAVFailed;
    memcpy(decoder->packet->data, packet, byteCount);
    status = library.avcodec_send_packet(decoder->context, decoder->packet);
  }
  return status < 0 ? OCALibAVBadPacket : OCALibAVDone;
}

/// Returns the number of frames at the start that do not belong to the recording.
static uint32_t framesToSkip(const AVFrame *frame) {
  const AVFrameSideData *skip =
      library.av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES);
  uint32_t count = 0;
  // The side data starts with a little-endian number.
  if (skip != NULL && skip->size >= 4)
    for (int byte = 0; byte < 4; byte++) count |= (uint32_t)skip->data[byte] << (8 * byte);
  return count;
}

int OCALibAVReceive(OCALibAV *decoder, OCALibAVFrame *outFrame) {
  AVFrame *frame = decoder->frame;
  do {
    const int status = library.avcodec_receive_frame(decoder->context, frame);
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return OCALibAVNothing;
    if (status < 0) return OCALibAVBadPacket;
    if (!isReadable(frame->format) || frame->nb_samples <= 0) return OCALibAVBadPacket;
    outFrame->primingFrames = framesToSkip(frame);
    // Since FFmpeg 7, the first Vorbis packet produces a block that must be skipped entirely. By
    // the specification (Vorbis I, 4.3.8) and in earlier versions, it produces no output.
  } while (decoder->context->codec_id == AV_CODEC_ID_VORBIS &&
           outFrame->primingFrames >= (uint32_t)frame->nb_samples);
  outFrame->frameCount = frame->nb_samples;
  outFrame->sampleRate = frame->sample_rate;
  // Decoders only trim at the start, and this flag costs five allocations for each frame.
  decoder->context->flags2 &= ~AV_CODEC_FLAG2_SKIP_MANUAL;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  outFrame->channelCount = frame->ch_layout.nb_channels;
  outFrame->speakers =
      frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame->ch_layout.u.mask : 0;
#else
  outFrame->channelCount = frame->channels;
  outFrame->speakers = frame->channel_layout;
#endif
  return OCALibAVDone;
}

/// Copies samples of `type` at a distance of `step`, multiplied by `scale`, with `silence` as 0.
#define COPY(type, silence, scale)                                                                          \
  for (int index = firstFrame; index < frameCount; index++)                                        \
    samples[(size_t)(index - firstFrame) * (size_t)channelCount + (size_t)channel] =               \
        (float)(((const type *)source)[(size_t)index * step] - (silence)) * (scale)

/// Interleaves the samples of two channels, in a loop that compilers vectorize.
static void interleavePair(
    const float *restrict first, const float *restrict second, int frameCount,
    float *restrict samples) {
  for (int index = 0; index < frameCount; index++) {
    samples[2 * index] = first[index];
    samples[2 * index + 1] = second[index];
  }
}

const float *OCALibAVPlane(const OCALibAV *decoder, int channel) {
  const AVFrame *frame = decoder->frame;
  return frame->format == AV_SAMPLE_FMT_FLTP ? (const float *)frame->extended_data[channel] : NULL;
}

void OCALibAVCopy(OCALibAV *decoder, const int *sources, int channelCount, int firstFrame, float *samples) {
  const AVFrame *frame = decoder->frame;
  const int frameCount = frame->nb_samples;
  if (channelCount == 2 && frame->format == AV_SAMPLE_FMT_FLTP) {
    interleavePair(
        (const float *)frame->extended_data[sources[0]] + firstFrame,
        (const float *)frame->extended_data[sources[1]] + firstFrame, frameCount - firstFrame,
        samples);
    return;
  }
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  const size_t width = (size_t)frame->ch_layout.nb_channels;
#else
  const size_t width = (size_t)frame->channels;
#endif
  for (int channel = 0; channel < channelCount; channel++) {
    const uint8_t *plane = frame->extended_data[0];
    const size_t place = (size_t)sources[channel];
    size_t step = width;
    const uint8_t *source;
    switch (frame->format) {
    case AV_SAMPLE_FMT_U8: source = plane + place; break;
    case AV_SAMPLE_FMT_FLT: source = plane + place * sizeof(float); break;
    case AV_SAMPLE_FMT_S16: source = plane + place * sizeof(int16_t); break;
    case AV_SAMPLE_FMT_S32: source = plane + place * sizeof(int32_t); break;
    default:
      source = frame->extended_data[place];
      step = 1;
    }
    switch (frame->format) {
    case AV_SAMPLE_FMT_U8:
    case AV_SAMPLE_FMT_U8P: COPY(uint8_t, 128, 0x1p-7f); break;
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P: COPY(int16_t, 0, 0x1p-15f); break;
    case AV_SAMPLE_FMT_S32:
    case AV_SAMPLE_FMT_S32P: COPY(int32_t, 0, 0x1p-31f); break;
    default: COPY(float, 0, 1); break;
    }
  }
}

void OCALibAVClose(OCALibAV *decoder) {
  library.av_frame_free(&decoder->frame);
  library.av_packet_free(&decoder->packet);
  library.avcodec_free_context(&decoder->context);
  free(decoder);
}

#endif
