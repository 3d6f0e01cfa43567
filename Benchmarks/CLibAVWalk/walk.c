#include "CLibAVWalk.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

int64_t OCALibAVCountPackets(const char *path) {
  AVFormatContext *context = NULL;
  int status = avformat_open_input(&context, path, NULL, NULL);
  if (status < 0) return status;
  AVPacket *packet = av_packet_alloc();
  int64_t count = 0;
  while (packet && av_read_frame(context, packet) >= 0) {
    count += 1;
    av_packet_unref(packet);
  }
  av_packet_free(&packet);
  avformat_close_input(&context);
  return count;
}

int OCALibAVProbe(const char *path) {
  AVFormatContext *context = NULL;
  int status = avformat_open_input(&context, path, NULL, NULL);
  if (status < 0) return status;
  status = avformat_find_stream_info(context, NULL);
  avformat_close_input(&context);
  return status;
}
