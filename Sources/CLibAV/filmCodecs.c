// The codecs of films.

#include "FilmCodecs.h"
#ifdef OCA_FILMS_AVAILABLE

#define CODEC(a, b, c, d)                                                                          \
  ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

/// The codecs that films use, by Core Media's names or those that AVI files use.
static const struct {
  enum AVCodecID codec;
  uint32_t name;
} names[] = {
    {AV_CODEC_ID_H264, CODEC('a', 'v', 'c', '1')},
    {AV_CODEC_ID_HEVC, CODEC('h', 'v', 'c', '1')},
    {AV_CODEC_ID_MPEG4, CODEC('m', 'p', '4', 'v')},
    {AV_CODEC_ID_MPEG2VIDEO, CODEC('m', 'p', '2', 'v')},
    {AV_CODEC_ID_MPEG1VIDEO, CODEC('m', 'p', '1', 'v')},
    {AV_CODEC_ID_VP8, CODEC('v', 'p', '0', '8')},
    {AV_CODEC_ID_VP9, CODEC('v', 'p', '0', '9')},
    {AV_CODEC_ID_AV1, CODEC('a', 'v', '0', '1')},
    {AV_CODEC_ID_H263, CODEC('h', '2', '6', '3')},
    {AV_CODEC_ID_H263P, CODEC('h', '2', '6', '3')},
    {AV_CODEC_ID_MSMPEG4V1, CODEC('M', 'P', 'G', '4')},
    {AV_CODEC_ID_MSMPEG4V2, CODEC('M', 'P', '4', '2')},
    {AV_CODEC_ID_MSMPEG4V3, CODEC('M', 'P', '4', '3')},
    {AV_CODEC_ID_WMV1, CODEC('W', 'M', 'V', '1')},
    {AV_CODEC_ID_WMV2, CODEC('W', 'M', 'V', '2')},
    {AV_CODEC_ID_WMV3, CODEC('W', 'M', 'V', '3')},
    {AV_CODEC_ID_VC1, CODEC('W', 'V', 'C', '1')},
    {AV_CODEC_ID_RV10, CODEC('R', 'V', '1', '0')},
    {AV_CODEC_ID_RV20, CODEC('R', 'V', '2', '0')},
    {AV_CODEC_ID_RV30, CODEC('R', 'V', '3', '0')},
    {AV_CODEC_ID_RV40, CODEC('R', 'V', '4', '0')},
    {AV_CODEC_ID_FLV1, CODEC('F', 'L', 'V', '1')},
    {AV_CODEC_ID_VP6, CODEC('V', 'P', '6', '2')},
    {AV_CODEC_ID_VP6F, CODEC('V', 'P', '6', 'F')},
    {AV_CODEC_ID_THEORA, CODEC('t', 'h', 'e', 'o')},
    {AV_CODEC_ID_MJPEG, CODEC('j', 'p', 'e', 'g')},
    {AV_CODEC_ID_CINEPAK, CODEC('c', 'v', 'i', 'd')},
    {AV_CODEC_ID_SVQ1, CODEC('S', 'V', 'Q', '1')},
    {AV_CODEC_ID_SVQ3, CODEC('S', 'V', 'Q', '3')},
    {AV_CODEC_ID_DVVIDEO, CODEC('d', 'v', 'c', ' ')},
    {AV_CODEC_ID_PRORES, CODEC('a', 'p', 'c', 'n')},
    {AV_CODEC_ID_FFV1, CODEC('F', 'F', 'V', '1')},
};

const char OCAFilmDecoders[] =
    "aac,aac_latm,ac3,eac3,dca,mp1,mp2,mp3,mp3float,mp2float,mp1float,"
    "h264,hevc,mpeg4,mpeg2video,mpeg1video,vp8,vp9,av1,libdav1d,h263,h263p,msmpeg4v1,msmpeg4v2,"
    "msmpeg4,wmv1,wmv2,wmv3,vc1,rv10,rv20,rv30,rv40,flv,vp6,vp6f,theora,mjpeg,cinepak,svq1,svq3,"
    "dvvideo,prores,ffv1";

uint32_t OCAFilmCodecName(enum AVCodecID codec) {
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++)
    if (names[index].codec == codec) return names[index].name;
  return 0;
}
#endif
