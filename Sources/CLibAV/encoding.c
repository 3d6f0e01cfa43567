// The encoders of libavcodec. Its functions are found when the first encoder is made.

#ifdef OCA_LIBAV

#include "CLibAV.h"

#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

static struct {
  __typeof__(&avcodec_find_encoder_by_name) findEncoder;
  __typeof__(&avcodec_alloc_context3) allocContext;
  __typeof__(&avcodec_free_context) freeContext;
  __typeof__(&avcodec_open2) open;
  __typeof__(&avcodec_send_frame) send;
  __typeof__(&avcodec_receive_packet) receive;
  __typeof__(&av_packet_alloc) allocPacket;
  __typeof__(&av_packet_unref) unrefPacket;
  __typeof__(&av_packet_free) freePacket;
  __typeof__(&av_frame_alloc) allocFrame;
  __typeof__(&av_frame_free) freeFrame;
  __typeof__(&av_frame_get_buffer) getBuffer;
  __typeof__(&av_frame_unref) unrefFrame;
  __typeof__(&av_set_options_string) setOptions;
} library;

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *util = dlopen("libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (util == NULL) return;
  void *codec = dlopen("libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (codec == NULL) {
    dlclose(util);
    return;
  }
  library.findEncoder = dlsym(codec, "avcodec_find_encoder_by_name");
  library.allocContext = dlsym(codec, "avcodec_alloc_context3");
  library.freeContext = dlsym(codec, "avcodec_free_context");
  library.open = dlsym(codec, "avcodec_open2");
  library.send = dlsym(codec, "avcodec_send_frame");
  library.receive = dlsym(codec, "avcodec_receive_packet");
  library.allocPacket = dlsym(codec, "av_packet_alloc");
  library.unrefPacket = dlsym(codec, "av_packet_unref");
  library.freePacket = dlsym(codec, "av_packet_free");
  library.allocFrame = dlsym(util, "av_frame_alloc");
  library.freeFrame = dlsym(util, "av_frame_free");
  library.getBuffer = dlsym(util, "av_frame_get_buffer");
  library.unrefFrame = dlsym(util, "av_frame_unref");
  library.setOptions = dlsym(util, "av_set_options_string");
  isLoaded = library.findEncoder && library.allocContext && library.freeContext && library.open &&
             library.send && library.receive && library.allocPacket && library.unrefPacket &&
             library.freePacket && library.allocFrame && library.freeFrame && library.getBuffer &&
             library.unrefFrame && library.setOptions;
  if (isLoaded) return;
  dlclose(codec);
  dlclose(util);
}

struct OCALibAVEncoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  int64_t sentFrames;
};

/// The best of the encoder's sample formats that can be written here; -1 where there is none.
static int sampleFormat(const AVCodec *codec, int bitDepth) {
  static const int floats[] = {AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S16,
                               AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P};
  static const int wide[] = {AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P};
  const int *wanted = bitDepth > 16 ? wide : floats;
  const size_t count = bitDepth > 16 ? 2 : 6;
  for (size_t index = 0; index < count; index++)
    for (const enum AVSampleFormat *format = codec->sample_fmts; format && *format >= 0; format++)
      if ((int)*format == wanted[index]) return wanted[index];
  return -1;
}

int OCALibAVEncoderOpen(const OCALibAVRequest *request, OCALibAVEncoder **outEncoder,
                        OCALibAVEncoderInfo *outInfo) {
  pthread_once(&once, load);
  if (!isLoaded) return OCALibAVLibraryMissing;
  const AVCodec *codec = library.findEncoder(request->codec);
  if (codec == NULL) return OCALibAVLibraryMissing;
  const int format = sampleFormat(codec, request->bitDepth);
  if (format < 0) return OCALibAVBadConfiguration;
  OCALibAVEncoder *encoder = calloc(1, sizeof *encoder);
  if (encoder == NULL) return OCALibAVFailed;
  encoder->context = library.allocContext(codec);
  encoder->packet = library.allocPacket();
  encoder->frame = library.allocFrame();
  if (!encoder->context || !encoder->packet || !encoder->frame) {
    OCALibAVEncoderClose(encoder);
    return OCALibAVFailed;
  }
  AVCodecContext *context = encoder->context;
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
  if (request->effort >= 0) context->compression_level = request->effort;
  // Configuration goes beside the packets, and nothing names a version of the library.
  context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
  context->thread_count = 1;
  context->log_level_offset = 100;
  if (request->options[0] != 0 &&
      (context->priv_data == NULL ||
       library.setOptions(context->priv_data, request->options, "=", ":") < 0)) {
    OCALibAVEncoderClose(encoder);
    return OCALibAVBadConfiguration;
  }
  if (library.open(context, codec, NULL) < 0) {
    OCALibAVEncoderClose(encoder);
    return OCALibAVBadConfiguration;
  }
  const bool isAny = codec->capabilities & AV_CODEC_CAP_VARIABLE_FRAME_SIZE;
  outInfo->framesPerPacket = isAny ? 0 : context->frame_size;
  outInfo->primingFrames = context->initial_padding;
  outInfo->bitRate = context->bit_rate;
  outInfo->configuration = context->extradata;
  outInfo->configurationByteCount =
      context->extradata_size > 0 ? (size_t)context->extradata_size : 0;
  *outEncoder = encoder;
  return OCALibAVDone;
}

/// Writes samples of `type` that are `step` apart, each times `scale`, rounded and kept within full scale.
#define ROUND(type, scale)                                                                         \
  for (int index = 0; index < frameCount; index++) {                                               \
    const double value = rint((double)samples[(size_t)index * width + source] * (scale));          \
    ((type *)target)[(size_t)index * step] =                                                       \
        (type)(value >= (scale) ? (scale)-1 : value >= -(scale) ? value : value < 0 ? -(scale) : 0); \
  }

int OCALibAVEncoderSend(OCALibAVEncoder *encoder, const float *samples, int frameCount,
                        const int *sources) {
  AVCodecContext *context = encoder->context;
  if (samples == NULL)
    return library.send(context, NULL) < 0 ? OCALibAVBadPacket : OCALibAVDone;
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
  if (library.getBuffer(frame, 0) < 0) {
    library.unrefFrame(frame);
    return OCALibAVFailed;
  }
  // Samples of 24 bits stand at the high end of 32.
  for (size_t channel = 0; channel < width; channel++) {
    const size_t source = (size_t)sources[channel];
    size_t step = 1;
    void *target = frame->extended_data[0];
    switch (context->sample_fmt) {
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
    switch (context->sample_fmt) {
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P: ROUND(int16_t, 0x1p15); break;
    case AV_SAMPLE_FMT_S32:
    case AV_SAMPLE_FMT_S32P: ROUND(int32_t, 0x1p31); break;
    default:
      for (int index = 0; index < frameCount; index++) {
        const float value = samples[(size_t)index * width + source];
        ((float *)target)[(size_t)index * step] = isfinite(value) ? value : 0;
      }
    }
  }
  const int status = library.send(context, frame);
  library.unrefFrame(frame);
  if (status < 0) return OCALibAVBadPacket;
  encoder->sentFrames += frameCount;
  return OCALibAVDone;
}

int OCALibAVEncoderReceive(OCALibAVEncoder *encoder, const uint8_t **outBytes, size_t *outByteCount,
                           int *outFrameCount) {
  library.unrefPacket(encoder->packet);
  const int status = library.receive(encoder->context, encoder->packet);
  if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return OCALibAVNothing;
  if (status < 0 || encoder->packet->size < 0) return OCALibAVBadPacket;
  *outBytes = encoder->packet->data;
  *outByteCount = (size_t)encoder->packet->size;
  *outFrameCount = (int)encoder->packet->duration;
  return OCALibAVDone;
}

void OCALibAVEncoderClose(OCALibAVEncoder *encoder) {
  library.freeFrame(&encoder->frame);
  library.freePacket(&encoder->packet);
  library.freeContext(&encoder->context);
  free(encoder);
}

#endif
