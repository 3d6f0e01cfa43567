// The codecs of libavformat's streams, by Core Audio's names.

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

#include "CLibAVFormat.h"
#include "Streams.h"

uint32_t OCALibAVPCMLayout(enum AVCodecID codec) {
  switch (codec) {
  case AV_CODEC_ID_PCM_U8: return 8;
  case AV_CODEC_ID_PCM_S8: return 8 | OCADemuxerSigned;
  case AV_CODEC_ID_PCM_S16LE: return 16 | OCADemuxerSigned;
  case AV_CODEC_ID_PCM_S16BE: return 16 | OCADemuxerSigned | OCADemuxerBigEndian;
  case AV_CODEC_ID_PCM_S24LE: return 24 | OCADemuxerSigned;
  case AV_CODEC_ID_PCM_S24BE: return 24 | OCADemuxerSigned | OCADemuxerBigEndian;
  case AV_CODEC_ID_PCM_S32LE: return 32 | OCADemuxerSigned;
  case AV_CODEC_ID_PCM_S32BE: return 32 | OCADemuxerSigned | OCADemuxerBigEndian;
  case AV_CODEC_ID_PCM_S64LE: return 64 | OCADemuxerSigned;
  case AV_CODEC_ID_PCM_S64BE: return 64 | OCADemuxerSigned | OCADemuxerBigEndian;
  case AV_CODEC_ID_PCM_F32LE: return 32 | OCADemuxerFloat;
  case AV_CODEC_ID_PCM_F32BE: return 32 | OCADemuxerFloat | OCADemuxerBigEndian;
  case AV_CODEC_ID_PCM_F64LE: return 64 | OCADemuxerFloat;
  case AV_CODEC_ID_PCM_F64BE: return 64 | OCADemuxerFloat | OCADemuxerBigEndian;
  default: return 0;
  }
}

#define NAME(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (d))

static const struct {
  enum AVCodecID codec;
  uint32_t name;
} names[] = {
    {AV_CODEC_ID_PCM_ALAW, NAME('a', 'l', 'a', 'w')},
    {AV_CODEC_ID_PCM_MULAW, NAME('u', 'l', 'a', 'w')},
    {AV_CODEC_ID_AAC, NAME('a', 'a', 'c', ' ')},
    {AV_CODEC_ID_MP1, NAME('.', 'm', 'p', '1')},
    {AV_CODEC_ID_MP2, NAME('.', 'm', 'p', '2')},
    {AV_CODEC_ID_MP3, NAME('.', 'm', 'p', '3')},
    {AV_CODEC_ID_ADPCM_MS, NAME('m', 's', 0, 0x02)},
    {AV_CODEC_ID_ADPCM_IMA_WAV, NAME('m', 's', 0, 0x11)},
    {AV_CODEC_ID_GSM_MS, NAME('m', 's', 0, 0x31)},
    {AV_CODEC_ID_AC3, NAME('a', 'c', '-', '3')},
    {AV_CODEC_ID_EAC3, NAME('e', 'c', '-', '3')},
    {AV_CODEC_ID_ALAC, NAME('a', 'l', 'a', 'c')},
    {AV_CODEC_ID_FLAC, NAME('f', 'l', 'a', 'c')},
    {AV_CODEC_ID_OPUS, NAME('o', 'p', 'u', 's')},
    {AV_CODEC_ID_AMR_NB, NAME('s', 'a', 'm', 'r')},
    {AV_CODEC_ID_AMR_WB, NAME('s', 'a', 'w', 'b')},
    // Core Audio has no names for these; the first is the name of the file type.
    {AV_CODEC_ID_AAC_LATM, NAME('l', 'o', 'a', 's')},
    {AV_CODEC_ID_VORBIS, NAME('v', 'o', 'r', 'b')},
    {AV_CODEC_ID_WMAV1, NAME('w', 'm', 'a', '1')},
    {AV_CODEC_ID_WMAV2, NAME('w', 'm', 'a', '2')},
    {AV_CODEC_ID_WMAPRO, NAME('w', 'm', 'a', 'p')},
    {AV_CODEC_ID_WMALOSSLESS, NAME('w', 'm', 'a', 'l')},
    {AV_CODEC_ID_WMAVOICE, NAME('w', 'm', 'a', 'v')},
    {AV_CODEC_ID_APE, NAME('a', 'p', 'e', ' ')},
    {AV_CODEC_ID_COOK, NAME('c', 'o', 'o', 'k')},
    {AV_CODEC_ID_SIPR, NAME('s', 'i', 'p', 'r')},
    {AV_CODEC_ID_ATRAC3, NAME('a', 't', 'r', '3')},
    {AV_CODEC_ID_RALF, NAME('r', 'a', 'l', 'f')},
    {AV_CODEC_ID_RA_144, NAME('1', '4', '_', '4')},
    {AV_CODEC_ID_RA_288, NAME('2', '8', '_', '8')},
    {AV_CODEC_ID_DTS, NAME('d', 't', 's', ' ')},
    {AV_CODEC_ID_TRUEHD, NAME('m', 'l', 'p', 'a')},
    {AV_CODEC_ID_SPEEX, NAME('s', 'p', 'e', 'x')},
    {AV_CODEC_ID_NELLYMOSER, NAME('n', 'm', 'o', 's')},
    {AV_CODEC_ID_WAVPACK, NAME('w', 'v', 'p', 'k')},
    {AV_CODEC_ID_TTA, NAME('T', 'T', 'A', '1')},
    {AV_CODEC_ID_ADPCM_G726, NAME('g', '7', '2', '6')},
    {AV_CODEC_ID_8SVX_FIB, NAME('8', 'f', 'i', 'b')},
    {AV_CODEC_ID_8SVX_EXP, NAME('8', 'e', 'x', 'p')},
    {AV_CODEC_ID_PCM_S8_PLANAR, NAME('8', 'p', 'l', 'n')},
    {AV_CODEC_ID_ADPCM_SBPRO_4, NAME('s', 'b', 'p', '4')},
    {AV_CODEC_ID_ADPCM_SBPRO_3, NAME('s', 'b', 'p', '3')},
    {AV_CODEC_ID_ADPCM_SBPRO_2, NAME('s', 'b', 'p', '2')},
};

uint32_t OCALibAVCodecName(enum AVCodecID codec) {
  if (OCALibAVPCMLayout(codec) != 0) return NAME('l', 'p', 'c', 'm');
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++)
    if (names[index].codec == codec) return names[index].name;
  return 0;
}

int OCALibAVChannelCount(const AVCodecParameters *parameters) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  const int count = parameters->ch_layout.nb_channels;
#else
  const int count = parameters->channels;
#endif
  if (count > 0 || parameters->codec_id != AV_CODEC_ID_OPUS) return count;
  // The tenth byte of the identification header (RFC 7845, 5.1), which is all that a transport
  // stream contains.
  return parameters->extradata_size >= 19 ? parameters->extradata[9] : 0;
}

int OCALibAVSampleRate(const AVCodecParameters *parameters) {
  if (parameters->sample_rate > 0) return parameters->sample_rate;
  return parameters->codec_id == AV_CODEC_ID_OPUS ? 48000 : 0;
}

#endif
