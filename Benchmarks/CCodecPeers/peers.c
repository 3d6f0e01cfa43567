#include "CCodecPeers.h"

#include <FLAC/stream_decoder.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#include <mpg123.h>
#include <sndfile.h>
#include <soxr.h>
#include <stdlib.h>

static int64_t drain(AVCodecContext *codec, AVFrame *frame) {
  int64_t count = 0;
  while (avcodec_receive_frame(codec, frame) >= 0) {
    count += frame->nb_samples;
    av_frame_unref(frame);
  }
  return count;
}

int64_t OCAPeerDecodeLibAV(const char *path) {
  AVFormatContext *context = NULL;
  if (avformat_open_input(&context, path, NULL, NULL) < 0) return -1;
  if (avformat_find_stream_info(context, NULL) < 0) return -1;
  const AVCodec *decoder = NULL;
  const int stream = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, &decoder, 0);
  if (stream < 0) return -1;
  AVCodecContext *codec = avcodec_alloc_context3(decoder);
  avcodec_parameters_to_context(codec, context->streams[stream]->codecpar);
  codec->thread_count = 1;
  if (avcodec_open2(codec, decoder, NULL) < 0) return -1;
  AVPacket *packet = av_packet_alloc();
  AVFrame *frame = av_frame_alloc();
  int64_t count = 0;
  while (av_read_frame(context, packet) >= 0) {
    if (packet->stream_index == stream && avcodec_send_packet(codec, packet) >= 0) {
      count += drain(codec, frame);
    }
    av_packet_unref(packet);
  }
  avcodec_send_packet(codec, NULL);
  count += drain(codec, frame);
  av_frame_free(&frame);
  av_packet_free(&packet);
  avcodec_free_context(&codec);
  avformat_close_input(&context);
  return count;
}

int64_t OCAPeerDecodeMpg123(const char *path) {
  mpg123_init();
  mpg123_handle *handle = mpg123_new(NULL, NULL);
  mpg123_param(handle, MPG123_ADD_FLAGS, MPG123_QUIET, 0);
  if (mpg123_open(handle, path) != MPG123_OK) return -1;
  long rate;
  int channels, encoding;
  if (mpg123_getformat(handle, &rate, &channels, &encoding) != MPG123_OK) return -1;
  static unsigned char buffer[1 << 16];
  size_t done = 0;
  int64_t bytes = 0;
  int status;
  do {
    status = mpg123_read(handle, buffer, sizeof buffer, &done);
    bytes += (int64_t)done;
  } while (status == MPG123_OK || status == MPG123_NEW_FORMAT);
  mpg123_close(handle);
  mpg123_delete(handle);
  return bytes / (2 * channels);
}

static FLAC__StreamDecoderWriteStatus take(const FLAC__StreamDecoder *decoder,
                                           const FLAC__Frame *frame,
                                           const FLAC__int32 *const samples[], void *client) {
  (void)decoder;
  (void)samples;
  *(int64_t *)client += frame->header.blocksize;
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
}

static void fail(const FLAC__StreamDecoder *decoder, FLAC__StreamDecoderErrorStatus status,
                 void *client) {
  (void)decoder;
  (void)status;
  (void)client;
}

int64_t OCAPeerDecodeFLAC(const char *path) {
  FLAC__StreamDecoder *decoder = FLAC__stream_decoder_new();
  int64_t count = 0;
  if (FLAC__stream_decoder_init_file(decoder, path, take, NULL, fail, &count) !=
      FLAC__STREAM_DECODER_INIT_STATUS_OK) {
    return -1;
  }
  FLAC__stream_decoder_process_until_end_of_stream(decoder);
  FLAC__stream_decoder_finish(decoder);
  FLAC__stream_decoder_delete(decoder);
  return count;
}

int64_t OCAPeerDecodeSndfile(const char *path, int writesInt16) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (file == NULL) return -1;
  static float buffer[1 << 14];
  const sf_count_t most = (1 << 14) / info.channels;
  int64_t count = 0;
  sf_count_t done;
  do {
    done = writesInt16 ? sf_readf_short(file, (short *)buffer, most)
                       : sf_readf_float(file, buffer, most);
    count += done;
  } while (done > 0);
  sf_close(file);
  return count;
}

long OCAPeerResample(const float *frames, long count, double inputRate, double outputRate,
                     int recipe) {
  const soxr_quality_spec_t quality = soxr_quality_spec((unsigned long)recipe, 0);
  const soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  const soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
  soxr_error_t error;
  soxr_t resampler = soxr_create(inputRate, outputRate, 2, &error, &io, &quality, &runtime);
  if (resampler == NULL) return -1;
  static float room[2 << 14];
  long made = 0, taken = 0;
  for (;;) {
    const size_t left = (size_t)(count - taken) < 8192 ? (size_t)(count - taken) : 8192;
    size_t used = 0, done = 0;
    soxr_process(resampler, left > 0 ? frames + 2 * taken : NULL, left, &used, room, 1 << 14,
                 &done);
    taken += (long)used;
    made += (long)done;
    if (left == 0 && done == 0) break;
  }
  soxr_delete(resampler);
  return made;
}

OCAPeerSamples *OCAPeerSamplesMake(int toFloat) {
  AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;
  struct SwrContext *context = NULL;
  const enum AVSampleFormat whole = AV_SAMPLE_FMT_S16, real = AV_SAMPLE_FMT_FLTP;
  swr_alloc_set_opts2(&context, &stereo, toFloat ? real : whole, 48000, &stereo,
                      toFloat ? whole : real, 48000, 0, NULL);
  if (swr_init(context) < 0) swr_free(&context);
  return (OCAPeerSamples *)context;
}

int OCAPeerSamplesConvert(OCAPeerSamples *converter, const void *const *input, void *const *output,
                          int frameCount) {
  return swr_convert((struct SwrContext *)converter, (uint8_t **)output, frameCount,
                     (const uint8_t **)input, frameCount);
}

void OCAPeerSamplesFree(OCAPeerSamples *converter) {
  struct SwrContext *context = (struct SwrContext *)converter;
  swr_free(&context);
}
