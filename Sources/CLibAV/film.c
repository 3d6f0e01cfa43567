// Video tracks, through libavformat and libavcodec.

#include "Internal.h"
#ifdef OCA_FILMS_AVAILABLE

#include "Bytes.h"
#include "CLibAVFilm.h"
#include "FilmCodecs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The limit of packets without a frame before the film counts as ended.
static const int mostPacketsPassed = 100000;
/// The limit of pixels in a frame.
static const int64_t mostPixels = 1 << 27;
/// The limit of threads that decode.
static const long mostThreads = 8;

struct OCAFilm {
  OCALibAVBytes bytes;
  AVFormatContext *context;
  AVStream *stream;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
};

/// Whether a stream consists of moving pictures: the pictures of a cover or of chapters do not.
static bool isFilm(const AVStream *stream) {
  const int pictures = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS;
  return stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && (stream->disposition & pictures) == 0;
}

/// Selects the video stream with an index, or for a negative index, the first readable one.
static void chooseStream(OCAFilm *film, int track, int *outTrackCount) {
  *outTrackCount = 0;
  for (unsigned index = 0; index < film->context->nb_streams; index++) {
    AVStream *stream = film->context->streams[index];
    if (!isFilm(stream)) continue;
    bool isWanted = track < 0 || track == *outTrackCount;
    *outTrackCount += 1;
    const AVCodecParameters *parameters = stream->codecpar;
    if (film->stream == NULL && isWanted && OCAFilmCodecName(parameters->codec_id) != 0 &&
        parameters->width > 0 && parameters->height > 0)
      film->stream = stream;
  }
}

static int openDecoder(OCAFilm *film) {
  const AVCodec *found = library.avcodec_find_decoder(film->stream->codecpar->codec_id);
  if (found == NULL) return OCADemuxerUnsupported;
  film->decoder = library.avcodec_alloc_context3(found);
  if (film->decoder == NULL) return OCADemuxerFailed;
  AVCodecContext *decoder = film->decoder;
  if (library.avcodec_parameters_to_context(decoder, film->stream->codecpar) < 0)
    return OCADemuxerMalformed;
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  decoder->thread_count = (int)(processors < 1 ? 1 : processors > mostThreads ? mostThreads : processors);
  decoder->pkt_timebase = film->stream->time_base;
  decoder->max_pixels = mostPixels;
  // Hides the messages of this decoder only, by raising their level.
  decoder->log_level_offset = 100;
  return library.avcodec_open2(decoder, found, NULL) < 0 ? OCADemuxerUnsupported : OCADemuxerDone;
}

/// Copies the transformation for display.
static void describeMatrix(const AVStream *stream, OCAFilmTrack *outTrack) {
  const uint8_t *matrix = NULL;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  const AVCodecParameters *parameters = stream->codecpar;
  for (int index = 0; index < parameters->nb_coded_side_data; index++) {
    const AVPacketSideData *data = &parameters->coded_side_data[index];
    if (data->type == AV_PKT_DATA_DISPLAYMATRIX && data->size >= sizeof outTrack->matrix)
      matrix = data->data;
  }
#else
  size_t size = 0;
  matrix = library.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (size < sizeof outTrack->matrix) matrix = NULL;
#endif
  outTrack->hasMatrix = matrix != NULL;
  if (matrix != NULL) memcpy(outTrack->matrix, matrix, sizeof outTrack->matrix);
}

/// Returns the nanoseconds from time 0 to the start of the first audio track.
static int64_t audioStart(const AVFormatContext *context) {
  for (unsigned index = 0; index < context->nb_streams; index++) {
    const AVStream *stream = context->streams[index];
    if (stream->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) continue;
    if (stream->start_time == AV_NOPTS_VALUE) return OCAFilmUnknownTime;
    AVRational nanosecond = {1, 1000000000};
    return library.av_rescale_q(stream->start_time, stream->time_base, nanosecond);
  }
  return OCAFilmUnknownTime;
}

static void describe(const OCAFilm *film, int trackCount, OCAFilmTrack *outTrack) {
  const AVStream *stream = film->stream;
  const AVCodecParameters *parameters = stream->codecpar;
  memset(outTrack, 0, sizeof *outTrack);
  outTrack->codec = OCAFilmCodecName(parameters->codec_id);
  outTrack->identifier = stream->id;
  outTrack->width = parameters->width;
  outTrack->height = parameters->height;
  AVRational pixel = stream->sample_aspect_ratio;
  if (pixel.num <= 0 || pixel.den <= 0) pixel = parameters->sample_aspect_ratio;
  outTrack->pixelWidth = pixel.num > 0 && pixel.den > 0 ? pixel.num : 0;
  outTrack->pixelHeight = pixel.num > 0 && pixel.den > 0 ? pixel.den : 0;
  AVRational rate = stream->avg_frame_rate;
  if (rate.num <= 0 || rate.den <= 0) rate = stream->r_frame_rate;
  outTrack->rateNumerator = rate.num > 0 && rate.den > 0 ? rate.num : 0;
  outTrack->rateDenominator = rate.num > 0 && rate.den > 0 ? rate.den : 0;
  outTrack->unitNumerator = stream->time_base.num;
  outTrack->unitDenominator = stream->time_base.den;
  outTrack->start = stream->start_time == AV_NOPTS_VALUE ? OCAFilmUnknownTime : stream->start_time;
  outTrack->duration = stream->duration > 0 ? stream->duration : 0;
  outTrack->audioStart = audioStart(film->context);
  outTrack->fileDuration = film->context->duration > 0 ? film->context->duration : 0;
  outTrack->bitRate = parameters->bit_rate > 0 ? parameters->bit_rate : 0;
  describeMatrix(stream, outTrack);
  outTrack->trackCount = trackCount;
  outTrack->isReordered = parameters->video_delay > 0;
  if (parameters->extradata != NULL && parameters->extradata_size > 0) {
    outTrack->configuration = parameters->extradata;
    outTrack->configurationByteCount = (size_t)parameters->extradata_size;
  }
}

/// Reads the header and opens the decoder.
static int openFilm(OCAFilm *film, const AVInputFormat *format, int track, OCAFilmTrack *outTrack) {
  int status = OCALibAVContextOpen(&film->bytes, format, OCAFilmDecoders, &film->context);
  if (status != OCADemuxerDone) return status;
  if (library.avformat_find_stream_info(film->context, NULL) < 0) return OCADemuxerMalformed;
  int trackCount = 0;
  chooseStream(film, track, &trackCount);
  if (film->stream == NULL) return OCADemuxerUnsupported;
  for (unsigned index = 0; index < film->context->nb_streams; index++) {
    AVStream *stream = film->context->streams[index];
    stream->discard = stream == film->stream ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  }
  status = openDecoder(film);
  if (status == OCADemuxerDone) describe(film, trackCount, outTrack);
  return status;
}

int OCAFilmOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                void *context, OCAFilm **outFilm, OCAFilmTrack *outTrack) {
  const AVInputFormat *found = OCALibAVFindFormat(format);
  if (found == NULL) return OCADemuxerLibraryMissing;
  OCAFilm *film = calloc(1, sizeof *film);
  if (film == NULL) return OCADemuxerFailed;
  film->packet = library.av_packet_alloc();
  film->frame = library.av_frame_alloc();
  int status = OCADemuxerFailed;
  if (film->packet && film->frame && OCALibAVBytesOpen(&film->bytes, byteCount, read, context))
    status = openFilm(film, found, track, outTrack);
  if (status != OCADemuxerDone) {
    OCAFilmClose(film);
    return status;
  }
  *outFilm = film;
  return OCADemuxerDone;
}

/// Sends the next packet of the track to the decoder; returns whether the decoder may have frames.
static int sendPacket(OCAFilm *film) {
  OCALibAVBytesAllowPacket(&film->bytes);
  library.av_packet_unref(film->packet);
  int status = library.av_read_frame(film->context, film->packet);
  if (status == AVERROR(EAGAIN)) return OCADemuxerDone;
  if (status == AVERROR(ENOMEM)) return OCADemuxerFailed;
  if (status < 0) {
    // A damaged end is an end; the decoder may still hold frames.
    library.avcodec_send_packet(film->decoder, NULL);
    return OCADemuxerDone;
  }
  if (film->packet->stream_index != film->stream->index) return OCADemuxerDone;
  // A damaged packet has no frame, like in other players.
  status = library.avcodec_send_packet(film->decoder, film->packet);
  return status == AVERROR(ENOMEM) ? OCADemuxerFailed : OCADemuxerDone;
}

static void describeFrame(const OCAFilm *film, OCAFilmFrame *outFrame) {
  const AVFrame *frame = film->frame;
  memset(outFrame, 0, sizeof *outFrame);
  outFrame->time = frame->best_effort_timestamp == AV_NOPTS_VALUE ? OCAFilmUnknownTime
                                                                  : frame->best_effort_timestamp;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  outFrame->duration = frame->duration > 0 ? frame->duration : 0;
#else
  outFrame->duration = frame->pkt_duration > 0 ? frame->pkt_duration : 0;
#endif
  outFrame->width = frame->width;
  outFrame->height = frame->height;
  const AVRational pixel = frame->sample_aspect_ratio;
  outFrame->pixelWidth = pixel.num > 0 && pixel.den > 0 ? pixel.num : 0;
  outFrame->pixelHeight = pixel.num > 0 && pixel.den > 0 ? pixel.den : 0;
  outFrame->isKey = frame->pict_type == AV_PICTURE_TYPE_I;
  for (int index = 0; index < AV_NUM_DATA_POINTERS && frame->buf[index] != NULL; index++)
    outFrame->byteCount += frame->buf[index]->size;
}

int OCAFilmNext(OCAFilm *film, OCAFilmFrame *outFrame) {
  for (int passed = 0; passed < mostPacketsPassed; passed++) {
    library.av_frame_unref(film->frame);
    int status = library.avcodec_receive_frame(film->decoder, film->frame);
    if (status == AVERROR_EOF) return OCADemuxerEnd;
    if (status == AVERROR(ENOMEM)) return OCADemuxerFailed;
    if (status >= 0 && film->frame->width > 0 && film->frame->height > 0) {
      describeFrame(film, outFrame);
      return OCADemuxerDone;
    }
    if (status != AVERROR(EAGAIN)) continue;
    status = sendPacket(film);
    if (status != OCADemuxerDone) return status;
  }
  return OCADemuxerEnd;
}

OCAPicture *OCAFilmTake(OCAFilm *film) {
  if (film->frame->buf[0] == NULL) return NULL;
  AVFrame *taken = library.av_frame_alloc();
  if (taken != NULL) library.av_frame_move_ref(taken, film->frame);
  return (OCAPicture *)taken;
}

int OCAFilmSeek(OCAFilm *film, int64_t time) {
  OCALibAVBytesAllowPacket(&film->bytes);
  const AVFormatContext *context = film->context;
  // Streams without an index search for a time, and do not find the first frames.
  const bool isStart = (context->iformat->flags & AVFMT_TS_DISCONT) != 0 &&
                       film->stream->start_time != AV_NOPTS_VALUE && time <= film->stream->start_time;
  int status = isStart ? library.av_seek_frame(film->context, -1, 0, AVSEEK_FLAG_BYTE)
                       : library.av_seek_frame(film->context, film->stream->index, time,
                                               AVSEEK_FLAG_BACKWARD);
  library.avcodec_flush_buffers(film->decoder);
  return status < 0 ? OCADemuxerUnsupported : OCADemuxerDone;
}

void OCAFilmSkip(OCAFilm *film, bool skips) {
  film->decoder->skip_frame = skips ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
}

void OCAFilmClose(OCAFilm *film) {
  if (film->decoder) library.avcodec_free_context(&film->decoder);
  if (film->context) library.avformat_close_input(&film->context);
  OCALibAVBytesClose(&film->bytes);
  if (film->packet) library.av_packet_free(&film->packet);
  if (film->frame) library.av_frame_free(&film->frame);
  free(film);
}
#endif
