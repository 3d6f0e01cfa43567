// The encoders of libavcodec.

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

#include "CLibAV.h"

#include <CDynamicLibrary.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct OCALibAVEncoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  int64_t sentFrames;
};

/// Returns the sample formats the encoder accepts, terminated by AV_SAMPLE_FMT_NONE; null if it
/// accepts all.
static const enum AVSampleFormat *acceptedFormats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  int count = 0;
  const int status = library.avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT,
                                                          0, &formats, &count);
  return status < 0 ? NULL : formats;
#else
  return codec->sample_fmts;
#endif
}

/// Returns the best supported sample format for the encoder; -1 if no format is supported.
static int sampleFormat(const AVCodec *codec, int bitDepth) {
  static const int floats[] = {AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S16,
                               AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P};
  static const int wide[] = {AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P};
  const int *wanted = bitDepth > 16 ? wide : floats;
  const size_t count = bitDepth > 16 ? 2 : 6;
  const enum AVSampleFormat *accepted = acceptedFormats(codec);
  for (size_t index = 0; index < count; index++)
    for (const enum AVSampleFormat *format = accepted; format && *format >= 0; format++)
      if ((int)*format == wanted[index]) return wanted[index];
  return -1;
}

/// Sets the parameters that an encoder needs before it is opened.
static void configure(AVCodecContext *context, const OCALibAVRequest *request, int format) {
  context->sample_fmt = format;
  context->sample_rate = request->sampleRate;
  context->time_base = (AVRational){1, request->sampleRate};
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  context->ch_layout.order = AV_CHANNEL_ORDER_NATIVE;
  context->ch_layout.nb_channels = request->channelCount;
  context->ch_layout.u.mask = request->speakers;
#else
  context->channels = request->channelCount;
  context->channel_layout = request->speakers;
#endif
  if (request->bitDepth > 16) context->bits_per_raw_sample = request->bitDepth;
  if (request->bitRate > 0) context->bit_rate = request->bitRate;
  if (request->isVariable) {
    context->flags |= AV_CODEC_FLAG_QSCALE;
    context->global_quality = (int)lrint(request->variableQuality * FF_QP2LAMBDA);
  }
  if (request->framesPerPacket > 0) context->frame_size = request->framesPerPacket;
  if (request->effort >= 0) context->compression_level = request->effort;
  // Stores the configuration outside the packets, and omits library versions.
  context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
  context->thread_count = 1;
  context->log_level_offset = 100;
}

/// Reports the choices of an open encoder.
static void describe(const AVCodecContext *context, const AVCodec *codec,
                     OCALibAVEncoderInfo *outInfo) {
  const bool isAny = codec->capabilities & AV_CODEC_CAP_VARIABLE_FRAME_SIZE;
  outInfo->framesPerPacket = isAny ? 0 : context->frame_size;
  outInfo->primingFrames = context->initial_padding;
  outInfo->bitRate = context->bit_rate;
  outInfo->configuration = context->extradata;
  outInfo->configurationByteCount =
      context->extradata_size > 0 ? (size_t)context->extradata_size : 0;
}

int OCALibAVEncoderOpen(const OCALibAVRequest *request, OCALibAVEncoder **outEncoder,
                        OCALibAVEncoderInfo *outInfo) {
  if (!OCALibAVLoadCodecs()) {
    OCAReportMissingLibraries(OCALibraryForCodecs);
    return OCALibAVLibraryMissing;
  }
  const AVCodec *codec = library.avcodec_find_encoder_by_name(request->codec);
  if (codec == NULL) return OCALibAVLibraryMissing;
  const int format = sampleFormat(codec, request->bitDepth);
  if (format < 0) return OCALibAVBadConfiguration;
  OCALibAVEncoder *encoder = calloc(1, sizeof *encoder);
  if (encoder == NULL) return OCALibAVFailed;
  encoder->context = library.avcodec_alloc_context3(codec);
  encoder->packet = library.av_packet_alloc();
  encoder->frame = library.av_frame_alloc();
  if (!encoder->context || !encoder->packet || !encoder->frame) {
    OCALibAVEncoderClose(encoder);
    return OCALibAVFailed;
  }
  AVCodecContext *context = encoder->context;
  configure(context, request, format);
  if (request->options[0] != 0 &&
      (context->priv_data == NULL ||
       library.av_set_options_string(context->priv_data, request->options, "=", ":") < 0)) {
    OCALibAVEncoderClose(encoder);
    return OCALibAVBadConfiguration;
  }
  if (library.avcodec_open2(context, codec, NULL) < 0) {
    OCALibAVEncoderClose(encoder);
    return OCALibAVBadConfiguration;
  }
  describe(context, codec, outInfo);
  *outEncoder = encoder;
  return OCALibAVDone;
}

/// Writes samples of `type` at a distance of `step`, multiplied by `scale`, rounded, and clamped to
/// full scale.
#define ROUND(type, scale)                                                                         \
  for (int index = 0; index < frameCount; index++) {                                               \
    const double value = rint((double)samples[(size_t)index * width] * (scale));                   \
    ((type *)target)[(size_t)index * step] =                                                       \
        (type)(value >= (scale) ? (scale)-1 : value >= -(scale) ? value : value < 0 ? -(scale) : 0); \
  }

/// The loudest sample to pass to an encoder, 36 dB above full scale. At some thousand times full
/// scale, LAME terminates the process. Beyond that, FFmpeg's AAC encoder never returns.
static const float loudest = 64;

/// Clamps a sample to ±`loudest`, and replaces NaN with silence.
static inline float bounded(float sample) {
  return sample > loudest ? loudest : sample >= -loudest ? sample : sample < 0 ? -loudest : 0;
}

/// Converts a channel of interleaved samples to the frame's format.
///
/// `samples` is the first sample of the source channel. 24-bit samples occupy the high end of 32
/// bits.
static void convert(enum AVSampleFormat format, AVFrame *frame, size_t channel,
                    const float *samples, size_t width) {
  const int frameCount = frame->nb_samples;
  size_t step = 1;
  void *target = frame->extended_data[0];
  switch (format) {
  case AV_SAMPLE_FMT_FLT:
    step = width;
    target = (float *)target + channel;
    break;
  case AV_SAMPLE_FMT_S16:
    step = width;
    target = (int16_t *)target + channel;
    break;
  case AV_SAMPLE_FMT_S32:
    step = width;
    target = (int32_t *)target + channel;
    break;
  default: target = frame->extended_data[channel];
  }
  switch (format) {
  case AV_SAMPLE_FMT_S16:
  case AV_SAMPLE_FMT_S16P: ROUND(int16_t, 0x1p15); break;
  case AV_SAMPLE_FMT_S32:
  case AV_SAMPLE_FMT_S32P: ROUND(int32_t, 0x1p31); break;
  default:
    for (int index = 0; index < frameCount; index++)
      ((float *)target)[(size_t)index * step] = bounded(samples[(size_t)index * width]);
  }
}

int OCALibAVEncoderSend(OCALibAVEncoder *encoder, const float *samples, int frameCount,
                        const int *sources) {
  AVCodecContext *context = encoder->context;
  if (samples == NULL)
    return library.avcodec_send_frame(context, NULL) < 0 ? OCALibAVBadPacket : OCALibAVDone;
  AVFrame *frame = encoder->frame;
  frame->nb_samples = frameCount;
  frame->format = context->sample_fmt;
  frame->sample_rate = context->sample_rate;
  frame->pts = encoder->sentFrames;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  frame->ch_layout = context->ch_layout;
  const size_t width = (size_t)context->ch_layout.nb_channels;
#else
  frame->channels = context->channels;
  frame->channel_layout = context->channel_layout;
  const size_t width = (size_t)context->channels;
#endif
  if (library.av_frame_get_buffer(frame, 0) < 0) {
    library.av_frame_unref(frame);
    return OCALibAVFailed;
  }
  for (size_t channel = 0; channel < width; channel++)
    convert(context->sample_fmt, frame, channel, samples + sources[channel], width);
  const int status = library.avcodec_send_frame(context, frame);
  library.av_frame_unref(frame);
  if (status < 0) return OCALibAVBadPacket;
  encoder->sentFrames += frameCount;
  return OCALibAVDone;
}

int OCALibAVEncoderReceive(OCALibAVEncoder *encoder, const uint8_t **outBytes, size_t *outByteCount,
                           int *outFrameCount) {
  library.av_packet_unref(encoder->packet);
  const int status = library.avcodec_receive_packet(encoder->context, encoder->packet);
  if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return OCALibAVNothing;
  if (status < 0 || encoder->packet->size < 0) return OCALibAVBadPacket;
  *outBytes = encoder->packet->data;
  *outByteCount = (size_t)encoder->packet->size;
  *outFrameCount = (int)encoder->packet->duration;
  return OCALibAVDone;
}

void OCALibAVEncoderClose(OCALibAVEncoder *encoder) {
  library.av_frame_free(&encoder->frame);
  library.av_packet_free(&encoder->packet);
  library.avcodec_free_context(&encoder->context);
  free(encoder);
}

#endif
