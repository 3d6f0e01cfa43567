// Picture files, encoded by libavcodec.

#include "Internal.h"
#ifdef OCA_FILMS_AVAILABLE

#include "CLibAVPicture.h"
#include "Scaling.h"

#include <math.h>
#include <string.h>

/// The scale of the coefficients of JPEG: 1 is the best quality, 31 the worst.
static const double bestScale = 1, worstScale = 31;

/// Copies pixels to a frame, in the pixel format that the frame states.
///
/// JPEG has the matrix of BT.601 and the full range. Source: ITU-T T.871, 7.
static int convert(const OCAPixels *pixels, AVFrame *frame) {
  if (library.av_frame_get_buffer(frame, 0) < 0) return OCADemuxerFailed;
  struct SwsContext *context =
      scaling.getContext(NULL, frame->width, frame->height, AV_PIX_FMT_BGRA, frame->width,
                         frame->height, frame->format, SWS_BICUBIC | SWS_ACCURATE_RND, NULL, NULL,
                         NULL);
  if (context == NULL) return OCADemuxerUnsupported;
  const int *table = scaling.getCoefficients(SWS_CS_ITU601);
  scaling.setColours(context, table, 1, table, 1, 0, 1 << 16, 1 << 16);
  const uint8_t *source[4] = {pixels->planes[0], NULL, NULL, NULL};
  const int strides[4] = {pixels->bytesPerRow[0], 0, 0, 0};
  const int rows = scaling.scale(context, source, strides, 0, frame->height, frame->data,
                                 frame->linesize);
  scaling.freeContext(context);
  return rows == frame->height ? OCADemuxerDone : OCADemuxerFailed;
}

static void configure(AVCodecContext *context, const AVFrame *frame, int format, double quality) {
  context->width = frame->width;
  context->height = frame->height;
  context->pix_fmt = frame->format;
  context->time_base = (AVRational){1, 25};
  context->sample_aspect_ratio = (AVRational){1, 1};
  // Omits the version of the library.
  context->flags |= AV_CODEC_FLAG_BITEXACT;
  context->thread_count = 1;
  context->log_level_offset = 100;
  if (format != OCAPictureFileJPEG) return;
  const double loss = 1 - (quality >= 0 ? fmin(quality, 1) : 0);
  const double scale = bestScale + (worstScale - bestScale) * loss * loss;
  context->flags |= AV_CODEC_FLAG_QSCALE;
  context->global_quality = (int)lrint(scale * FF_QP2LAMBDA);
  context->qmin = 1;
  context->color_range = AVCOL_RANGE_JPEG;
}

static int encode(const OCAPixels *pixels, int format, double quality, AVFrame *frame,
                  AVCodecContext *context, AVPacket *packet) {
  const bool isJPEG = format == OCAPictureFileJPEG;
  frame->width = pixels->width;
  frame->height = pixels->height;
  frame->format = isJPEG ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_RGB24;
  frame->pts = 0;
  const int status = convert(pixels, frame);
  if (status != OCADemuxerDone) return status;
  configure(context, frame, format, quality);
  frame->quality = context->global_quality;
  if (isJPEG) frame->color_range = AVCOL_RANGE_JPEG;
  if (library.avcodec_open2(context, context->codec, NULL) < 0) return OCADemuxerUnsupported;
  if (library.avcodec_send_frame(context, frame) < 0) return OCADemuxerFailed;
  library.avcodec_send_frame(context, NULL);
  return library.avcodec_receive_packet(context, packet) < 0 ? OCADemuxerFailed : OCADemuxerDone;
}

int OCAPictureFileMake(const OCAPixels *pixels, int format, double quality,
                       OCAPictureFile **outFile) {
  if (!OCALoadScaling()) return OCADemuxerLibraryMissing;
  const AVCodec *codec =
      library.avcodec_find_encoder_by_name(format == OCAPictureFileJPEG ? "mjpeg" : "png");
  if (codec == NULL) return OCADemuxerLibraryMissing;
  AVFrame *frame = library.av_frame_alloc();
  AVCodecContext *context = library.avcodec_alloc_context3(codec);
  AVPacket *packet = library.av_packet_alloc();
  int status = OCADemuxerFailed;
  if (frame && context && packet) status = encode(pixels, format, quality, frame, context, packet);
  if (frame) library.av_frame_free(&frame);
  if (context) library.avcodec_free_context(&context);
  if (status == OCADemuxerDone) {
    *outFile = (OCAPictureFile *)packet;
  } else if (packet) {
    library.av_packet_free(&packet);
  }
  return status;
}

const uint8_t *OCAPictureFileBytes(const OCAPictureFile *file, size_t *outByteCount) {
  const AVPacket *packet = (const AVPacket *)file;
  *outByteCount = packet->size > 0 ? (size_t)packet->size : 0;
  return packet->data;
}

void OCAPictureFileFree(OCAPictureFile *file) {
  AVPacket *packet = (AVPacket *)file;
  library.av_packet_free(&packet);
}
#endif
