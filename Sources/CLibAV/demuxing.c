// Containers through libavformat.

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

#include "Bytes.h"
#include "CLibAVFormat.h"
#include "Streams.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The decoders that may find out the properties of a stream: only small ones.
static const char audioDecoders[] =
    "aac,aac_latm,ac3,eac3,dca,mp1,mp2,mp3,mp3float,mp2float,mp1float";
/// The limit of skipped packets, from other streams or empty, before the file counts as ended.
static const int mostPacketsPassed = 100000;

struct OCADemuxer {
  OCALibAVBytes bytes;
  AVFormatContext *context;
  AVPacket *packet;
  AVStream *stream;
};

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
  demuxer->packet = library.av_packet_alloc();
  if (demuxer->packet == NULL || !OCALibAVBytesOpen(&demuxer->bytes, byteCount, read, client)) {
    OCADemuxerClose(demuxer);
    return NULL;
  }
  return demuxer;
}

int OCADemuxerOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                   void *context, OCADemuxer **outDemuxer, OCADemuxerTrack *outTrack) {
  const AVInputFormat *found = OCALibAVFindFormat(format);
  if (found == NULL) return OCADemuxerLibraryMissing;
  OCADemuxer *demuxer = makeDemuxer(byteCount, read, context);
  if (demuxer == NULL) return OCADemuxerFailed;
  int status = OCALibAVContextOpen(&demuxer->bytes, found, audioDecoders, &demuxer->context);
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

/// Returns the number of frames to drop at a packet's end: the second of two little-endian numbers.
static uint32_t paddingFrames(const AVPacket *packet) {
  size_t size = 0;
  const uint8_t *skip = library.av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  if (skip == NULL || size < 8) return 0;
  return skip[4] | (uint32_t)skip[5] << 8 | (uint32_t)skip[6] << 16 | (uint32_t)skip[7] << 24;
}

int OCADemuxerNext(OCADemuxer *demuxer, OCADemuxerPacket *outPacket) {
  AVPacket *packet = demuxer->packet;
  OCALibAVBytesAllowPacket(&demuxer->bytes);
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
    outPacket->isCutOff = (packet->flags & AV_PKT_FLAG_CORRUPT) != 0 && demuxer->bytes.hasEnded;
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
  OCALibAVBytesClose(&demuxer->bytes);
  if (demuxer->packet) library.av_packet_free(&demuxer->packet);
  free(demuxer);
}

#endif
