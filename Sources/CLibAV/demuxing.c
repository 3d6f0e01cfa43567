// Containers through libavformat.

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

#include "CLibAVFormat.h"
#include "Streams.h"

#include <CDynamicLibrary.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The number of bytes the library reads at once.
static const int bufferByteCount = 32 << 10;
/// The limit of bytes to read while opening a file, including repeated reads.
static const int64_t mostBytesToOpen = 64 << 20;
/// The limit of streams in a file, including video.
static const int mostStreams = 64;
/// The limit of skipped packets, from other streams or empty, before the file counts as ended.
static const int mostPacketsPassed = 100000;

struct OCADemuxer {
  AVFormatContext *context;
  AVIOContext *io;
  AVPacket *packet;
  AVStream *stream;
  OCADemuxerRead read;
  void *client;
  int64_t offset;
  int64_t byteCount;
  /// The number of bytes that the current call may still read.
  int64_t bytesLeft;
  /// Whether the last read reached the end of the file.
  bool hasEnded;
};

static int readBytes(void *opaque, uint8_t *bytes, int byteCount) {
  OCADemuxer *demuxer = opaque;
  if (demuxer->bytesLeft <= 0) return AVERROR_EXIT;
  int count = demuxer->read(demuxer->client, demuxer->offset, bytes, byteCount);
  if (count < 0) return AVERROR(EIO);
  demuxer->hasEnded = count == 0;
  if (count == 0) return AVERROR_EOF;
  demuxer->offset += count;
  demuxer->bytesLeft -= count;
  return count;
}

static int64_t seekBytes(void *opaque, int64_t offset, int whence) {
  OCADemuxer *demuxer = opaque;
  int64_t base = 0;
  switch (whence & ~AVSEEK_FORCE) {
  case AVSEEK_SIZE: return demuxer->byteCount < 0 ? AVERROR(ENOSYS) : demuxer->byteCount;
  case SEEK_SET: break;
  case SEEK_CUR: base = demuxer->offset; break;
  case SEEK_END:
    if (demuxer->byteCount < 0) return AVERROR(ENOSYS);
    base = demuxer->byteCount;
    break;
  default: return AVERROR(EINVAL);
  }
  if (__builtin_add_overflow(base, offset, &base) || base < 0) return AVERROR(EINVAL);
  demuxer->offset = base;
  return base;
}

/// Prevents a file from opening other files.
static int refuseToOpen(AVFormatContext *context, AVIOContext **io, const char *url, int flags,
                        AVDictionary **options) {
  (void)context, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EACCES);
}

/// Whether an MPEG transport stream declares another codec than the library detected.
///
/// The library guesses the codec of unknown stream types, such as MPEG-H, and may be wrong. Source:
/// ITU-T H.222.0, table 2-34; types from 0x80 and private data (0x06) may contain anything.
static bool contradictsStreamType(const AVFormatContext *context,
                                  const AVCodecParameters *parameters) {
  if (strcmp(context->iformat->name, "mpegts") != 0) return false;
  switch (parameters->codec_tag) {
  case 0x03:
  case 0x04:
    return parameters->codec_id != AV_CODEC_ID_MP1 && parameters->codec_id != AV_CODEC_ID_MP2 &&
           parameters->codec_id != AV_CODEC_ID_MP3;
  case 0x0F:
  case 0x11:
  case 0x1C:
    return parameters->codec_id != AV_CODEC_ID_AAC && parameters->codec_id != AV_CODEC_ID_AAC_LATM;
  case 0x00:
  case 0x06: return false;
  default: return parameters->codec_tag < 0x80;
  }
}

/// Whether all required information about a stream is known.
static bool isKnown(const AVFormatContext *context, const AVStream *stream) {
  const AVCodecParameters *parameters = stream->codecpar;
  if (contradictsStreamType(context, parameters)) return false;
  return parameters->codec_type == AVMEDIA_TYPE_AUDIO && OCALibAVCodecName(parameters->codec_id) != 0 &&
         OCALibAVSampleRate(parameters) > 0 && OCALibAVChannelCount(parameters) > 0;
}

/// Selects the audio stream with an index, or for a negative index, the first readable one.
static void chooseStream(OCADemuxer *demuxer, int track, int *outTrackCount) {
  demuxer->stream = NULL;
  *outTrackCount = 0;
  for (unsigned index = 0; index < demuxer->context->nb_streams; index++) {
    AVStream *stream = demuxer->context->streams[index];
    if (stream->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) continue;
    bool isWanted = track < 0 || track == *outTrackCount;
    *outTrackCount += 1;
    if (demuxer->stream == NULL && isWanted && isKnown(demuxer->context, stream))
      demuxer->stream = stream;
  }
}

static int openContext(OCADemuxer *demuxer, const AVInputFormat *format) {
  AVFormatContext *context = library.avformat_alloc_context();
  if (context == NULL) return OCADemuxerFailed;
  context->pb = demuxer->io;
  context->flags |= AVFMT_FLAG_CUSTOM_IO;
  context->io_open = refuseToOpen;
  context->max_streams = mostStreams;
  context->probesize = 4 << 20;
  context->max_analyze_duration = 5 * AV_TIME_BASE;
  context->skip_estimate_duration_from_pts = 1;
  // Allows no protocols, no other formats, and only small decoders: others are not needed here.
  context->protocol_whitelist = library.av_strdup("none");
  context->format_whitelist = library.av_strdup(format->name);
  context->codec_whitelist =
      library.av_strdup("aac,aac_latm,ac3,eac3,dca,mp1,mp2,mp3,mp3float,mp2float,mp1float");
  // Without a list, the library would allow everything.
  if (!context->protocol_whitelist || !context->format_whitelist || !context->codec_whitelist) {
    demuxer->context = context;
    return OCADemuxerFailed;
  }
  // The library frees a context that it cannot open.
  if (library.avformat_open_input(&context, "", format, NULL) < 0) return OCADemuxerMalformed;
  demuxer->context = context;
  return OCADemuxerDone;
}

static void describe(OCADemuxer *demuxer, int trackCount, OCADemuxerTrack *outTrack) {
  const AVCodecParameters *parameters = demuxer->stream->codecpar;
  memset(outTrack, 0, sizeof *outTrack);
  outTrack->codec = OCALibAVCodecName(parameters->codec_id);
  outTrack->pcmLayout = OCALibAVPCMLayout(parameters->codec_id);
  outTrack->sampleRate = OCALibAVSampleRate(parameters);
  outTrack->channelCount = OCALibAVChannelCount(parameters);
  outTrack->framesPerPacket = parameters->frame_size > 0 ? parameters->frame_size : 0;
  outTrack->bitRate = parameters->bit_rate > 0 ? parameters->bit_rate : 0;
  outTrack->blockByteCount = parameters->block_align > 0 ? parameters->block_align : 0;
  outTrack->bitsPerSample =
      parameters->bits_per_coded_sample > 0 ? parameters->bits_per_coded_sample : 0;
  outTrack->primingFrames = parameters->initial_padding > 0 ? parameters->initial_padding : 0;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  if (parameters->ch_layout.order == AV_CHANNEL_ORDER_NATIVE)
    outTrack->speakers = parameters->ch_layout.u.mask;
#else
  outTrack->speakers = parameters->channel_layout;
#endif
  outTrack->trackCount = trackCount;
  if (parameters->extradata != NULL && parameters->extradata_size > 0) {
    outTrack->configuration = parameters->extradata;
    outTrack->configurationByteCount = (size_t)parameters->extradata_size;
  }
}

/// Returns a demuxer with its memory; null if there is no memory.
static OCADemuxer *makeDemuxer(int64_t byteCount, OCADemuxerRead read, void *client) {
  OCADemuxer *demuxer = calloc(1, sizeof *demuxer);
  if (demuxer == NULL) return NULL;
  demuxer->read = read;
  demuxer->client = client;
  demuxer->byteCount = byteCount;
  demuxer->bytesLeft = mostBytesToOpen;
  demuxer->packet = library.av_packet_alloc();
  uint8_t *buffer = library.av_malloc((size_t)bufferByteCount);
  if (buffer != NULL)
    demuxer->io = library.avio_alloc_context(buffer, bufferByteCount, 0, demuxer, readBytes, NULL,
                                             seekBytes);
  if (demuxer->packet == NULL || demuxer->io == NULL) {
    if (demuxer->io == NULL) library.av_free(buffer);
    OCADemuxerClose(demuxer);
    return NULL;
  }
  return demuxer;
}

int OCADemuxerOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                   void *context, OCADemuxer **outDemuxer, OCADemuxerTrack *outTrack) {
  if (!OCALibAVLoadFormats()) {
    OCAReportMissingLibraries(OCALibraryForCodecs);
    OCAReportMissingLibraries(OCALibraryForContainers);
    return OCADemuxerLibraryMissing;
  }
  const AVInputFormat *found = library.av_find_input_format(format);
  if (found == NULL) return OCADemuxerLibraryMissing;
  OCADemuxer *demuxer = makeDemuxer(byteCount, read, context);
  if (demuxer == NULL) return OCADemuxerFailed;
  int status = openContext(demuxer, found);
  int trackCount = 0;
  if (status == OCADemuxerDone) {
    chooseStream(demuxer, track, &trackCount);
    // Some formats describe their streams only in packets.
    if (demuxer->stream == NULL &&
        library.avformat_find_stream_info(demuxer->context, NULL) >= 0)
      chooseStream(demuxer, track, &trackCount);
    if (demuxer->stream == NULL) status = OCADemuxerUnsupported;
  }
  if (status != OCADemuxerDone) {
    OCADemuxerClose(demuxer);
    return status;
  }
  for (unsigned index = 0; index < demuxer->context->nb_streams; index++) {
    AVStream *stream = demuxer->context->streams[index];
    stream->discard = stream == demuxer->stream ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  }
  describe(demuxer, trackCount, outTrack);
  *outDemuxer = demuxer;
  return OCADemuxerDone;
}

/// Returns the limit of bytes to read for one packet: twice the file, in case the library loops.
static int64_t bytesForPacket(const OCADemuxer *demuxer) {
  int64_t byteCount = demuxer->byteCount;
  if (byteCount < 0 || byteCount > (INT64_MAX - mostBytesToOpen) / 2) return INT64_MAX;
  return mostBytesToOpen + 2 * byteCount;
}

/// Returns the number of frames to drop at a packet's end: the second of two little-endian numbers.
static uint32_t paddingFrames(const AVPacket *packet) {
  size_t size = 0;
  const uint8_t *skip = library.av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  if (skip == NULL || size < 8) return 0;
  return skip[4] | (uint32_t)skip[5] << 8 | (uint32_t)skip[6] << 16 | (uint32_t)skip[7] << 24;
}

int OCADemuxerNext(OCADemuxer *demuxer, OCADemuxerPacket *outPacket) {
  AVPacket *packet = demuxer->packet;
  demuxer->bytesLeft = bytesForPacket(demuxer);
  for (int passed = 0; passed < mostPacketsPassed; passed++) {
    library.av_packet_unref(packet);
    int status = library.av_read_frame(demuxer->context, packet);
    if (status == AVERROR(EAGAIN)) continue;
    if (status == AVERROR_EOF) return OCADemuxerEnd;
    if (status == AVERROR(ENOMEM)) return OCADemuxerFailed;
    if (status < 0) return OCADemuxerMalformed;
    if (packet->stream_index != demuxer->stream->index || packet->size <= 0) continue;
    AVCodecParameters *parameters = demuxer->stream->codecpar;
    int64_t frames = library.av_get_audio_frame_duration2(parameters, packet->size);
    if (frames <= 0 && packet->duration > 0 && OCALibAVSampleRate(parameters) > 0) {
      AVRational second = {1, OCALibAVSampleRate(parameters)};
      frames = library.av_rescale_q(packet->duration, demuxer->stream->time_base, second);
    }
    outPacket->bytes = packet->data;
    outPacket->byteCount = (size_t)packet->size;
    outPacket->offset = packet->pos;
    outPacket->frameCount = frames > 0 ? frames : 0;
    outPacket->paddingFrames = paddingFrames(packet);
    outPacket->isCutOff = (packet->flags & AV_PKT_FLAG_CORRUPT) != 0 && demuxer->hasEnded;
    return OCADemuxerDone;
  }
  return OCADemuxerEnd;
}

const char *OCADemuxerTag(OCADemuxer *demuxer, int index, const char **outValue) {
  AVDictionary *lists[] = {demuxer->context->metadata, demuxer->stream->metadata};
  for (int list = 0; list < 2; list++) {
    AVDictionaryEntry *entry = NULL;
    while ((entry = library.av_dict_get(lists[list], "", entry, AV_DICT_IGNORE_SUFFIX)) !=
           NULL) {
      if (index-- > 0) continue;
      *outValue = entry->value;
      return entry->key;
    }
  }
  return NULL;
}

void OCADemuxerClose(OCADemuxer *demuxer) {
  if (demuxer->context) library.avformat_close_input(&demuxer->context);
  if (demuxer->io) {
    library.av_free(demuxer->io->buffer);
    library.avio_context_free(&demuxer->io);
  }
  if (demuxer->packet) library.av_packet_free(&demuxer->packet);
  free(demuxer);
}

#endif
