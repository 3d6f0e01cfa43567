// The only file that knows libavcodec. Its functions are found when the first decoder is made.

#ifdef OCA_LIBAV

#include "CLibAV.h"

#include <dlfcn.h>
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
#include <libavutil/mem.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

static struct {
  __typeof__(&avcodec_find_decoder_by_name) findDecoder;
  __typeof__(&avcodec_alloc_context3) allocContext;
  __typeof__(&avcodec_free_context) freeContext;
  __typeof__(&avcodec_open2) open;
  __typeof__(&avcodec_send_packet) send;
  __typeof__(&avcodec_receive_frame) receive;
  __typeof__(&av_packet_alloc) allocPacket;
  __typeof__(&av_new_packet) newPacket;
  __typeof__(&av_packet_unref) unrefPacket;
  __typeof__(&av_packet_free) freePacket;
  __typeof__(&av_frame_alloc) allocFrame;
  __typeof__(&av_frame_free) freeFrame;
  __typeof__(&av_mallocz) mallocz;
  __typeof__(&av_free) free;
} library;

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // libavcodec brings libavutil with it; both names carry the version that the headers describe.
  void *util = dlopen("libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (util == NULL) return;
  void *codec = dlopen("libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (codec == NULL) {
    dlclose(util);
    return;
  }
  library.findDecoder = dlsym(codec, "avcodec_find_decoder_by_name");
  library.allocContext = dlsym(codec, "avcodec_alloc_context3");
  library.freeContext = dlsym(codec, "avcodec_free_context");
  library.open = dlsym(codec, "avcodec_open2");
  library.send = dlsym(codec, "avcodec_send_packet");
  library.receive = dlsym(codec, "avcodec_receive_frame");
  library.allocPacket = dlsym(codec, "av_packet_alloc");
  library.newPacket = dlsym(codec, "av_new_packet");
  library.unrefPacket = dlsym(codec, "av_packet_unref");
  library.freePacket = dlsym(codec, "av_packet_free");
  library.allocFrame = dlsym(util, "av_frame_alloc");
  library.freeFrame = dlsym(util, "av_frame_free");
  library.mallocz = dlsym(util, "av_mallocz");
  library.free = dlsym(util, "av_free");
  isLoaded = library.findDecoder && library.allocContext && library.freeContext && library.open &&
             library.send && library.receive && library.allocPacket &&
             library.newPacket && library.unrefPacket && library.freePacket &&
             library.allocFrame && library.freeFrame && library.mallocz && library.free;
  if (isLoaded) return;
  dlclose(codec);
  dlclose(util);
}

struct OCALibAV {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  /// Takes what a packet holds beyond its one frame.
  AVFrame *surplus;
};

int OCALibAVOpen(const char *codec, const uint8_t *configuration, size_t byteCount, int sampleRate,
                 int channelCount, OCALibAV **outDecoder) {
  pthread_once(&once, load);
  if (!isLoaded) return OCALibAVLibraryMissing;
  const AVCodec *found = library.findDecoder(codec);
  if (found == NULL) return OCALibAVLibraryMissing;
  OCALibAV *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return OCALibAVFailed;
  decoder->context = library.allocContext(found);
  decoder->packet = library.allocPacket();
  decoder->frame = library.allocFrame();
  decoder->surplus = library.allocFrame();
  uint8_t *copy = library.mallocz(byteCount + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!decoder->context || !decoder->packet || !decoder->frame || !decoder->surplus || !copy) {
    library.free(copy);
    OCALibAVClose(decoder);
    return OCALibAVFailed;
  }
  if (byteCount > 0) memcpy(copy, configuration, byteCount);
  AVCodecContext *context = decoder->context;
  context->extradata = copy;
  context->extradata_size = (int)byteCount;
  context->sample_rate = sampleRate;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  context->ch_layout.order = AV_CHANNEL_ORDER_UNSPEC;
  context->ch_layout.nb_channels = channelCount;
#else
  context->channels = channelCount;
#endif
  context->thread_count = 1;
  // What is to be trimmed is trimmed by whoever asked for the samples.
  context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
  // Raises the level of this decoder's messages, and of no other's in the process, out of sight.
  // The level is one byte, and the most talkative level that can be set is 56.
  context->log_level_offset = 100;
  if (library.open(context, found, NULL) < 0) {
    OCALibAVClose(decoder);
    return OCALibAVBadConfiguration;
  }
  *outDecoder = decoder;
  return OCALibAVDone;
}

static bool isReadable(int format) {
  switch (format) {
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

int OCALibAVDecode(OCALibAV *decoder, const uint8_t *packet, size_t byteCount,
                   OCALibAVFrame *outFrame) {
  AVFrame *frame = decoder->frame;
  if (byteCount > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return OCALibAVBadPacket;
  int status;
  if (packet == NULL) {
    // Only the first of these is taken.
    status = library.send(decoder->context, NULL);
    if (status == AVERROR_EOF) status = 0;
  } else {
    if (library.newPacket(decoder->packet, (int)byteCount) < 0) return OCALibAVFailed;
    memcpy(decoder->packet->data, packet, byteCount);
    status = library.send(decoder->context, decoder->packet);
    library.unrefPacket(decoder->packet);
  }
  if (status < 0) return OCALibAVBadPacket;
  status = library.receive(decoder->context, frame);
  if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return OCALibAVNothing;
  if (status < 0) return OCALibAVBadPacket;
  if (packet != NULL)
    while (library.receive(decoder->context, decoder->surplus) >= 0) continue;
  if (!isReadable(frame->format) || frame->nb_samples <= 0) return OCALibAVBadPacket;
  outFrame->frameCount = frame->nb_samples;
  outFrame->sampleRate = frame->sample_rate;
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

/// Takes samples of `type` that are `step` apart, each times `scale`.
#define COPY(type, scale)                                                                          \
  for (int index = 0; index < frameCount; index++)                                                 \
    samples[index * channelCount + channel] =                                                      \
        (float)((const type *)source)[(size_t)index * step] * (scale)

void OCALibAVCopy(OCALibAV *decoder, const int *sources, int channelCount, float *samples) {
  const AVFrame *frame = decoder->frame;
  const int frameCount = frame->nb_samples;
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
    case AV_SAMPLE_FMT_FLT: source = plane + place * sizeof(float); break;
    case AV_SAMPLE_FMT_S16: source = plane + place * sizeof(int16_t); break;
    case AV_SAMPLE_FMT_S32: source = plane + place * sizeof(int32_t); break;
    default:
      source = frame->extended_data[place];
      step = 1;
    }
    switch (frame->format) {
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P: COPY(int16_t, 0x1p-15f); break;
    case AV_SAMPLE_FMT_S32:
    case AV_SAMPLE_FMT_S32P: COPY(int32_t, 0x1p-31f); break;
    default: COPY(float, 1); break;
    }
  }
}

void OCALibAVClose(OCALibAV *decoder) {
  library.freeFrame(&decoder->frame);
  library.freeFrame(&decoder->surplus);
  library.freePacket(&decoder->packet);
  library.freeContext(&decoder->context);
  free(decoder);
}

#endif
