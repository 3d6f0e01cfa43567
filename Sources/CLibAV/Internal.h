// The functions of FFmpeg's libraries, which the files of this target share.
#pragma once
#if defined(OCA_LIBAV) && __has_include(<libavcodec/avcodec.h>) &&                                   \
    __has_include(<libavformat/avformat.h>)
#define OCA_LIBAV_AVAILABLE
#if defined(OCA_VIDEO) && __has_include(<libswscale/swscale.h>)
#define OCA_FILMS_AVAILABLE
#endif
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mathematics.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <stdbool.h>

// All the functions that this target uses, by library.
#define OCA_AVUTIL_FUNCTIONS(X)                                                                   \
  X(av_buffer_is_writable)                                                                        \
  X(av_dict_get)                                                                                  \
  X(av_frame_alloc)                                                                               \
  X(av_frame_apply_cropping)                                                                      \
  X(av_frame_free)                                                                                \
  X(av_frame_get_buffer)                                                                          \
  X(av_frame_get_side_data)                                                                       \
  X(av_frame_move_ref)                                                                            \
  X(av_frame_ref)                                                                                 \
  X(av_frame_unref)                                                                               \
  X(av_free)                                                                                      \
  X(av_image_get_linesize)                                                                        \
  X(av_log_get_level)                                                                             \
  X(av_log_set_level)                                                                             \
  X(av_malloc)                                                                                    \
  X(av_mallocz)                                                                                   \
  X(av_pix_fmt_count_planes)                                                                      \
  X(av_pix_fmt_desc_get)                                                                          \
  X(av_rescale_q)                                                                                 \
  X(av_set_options_string)                                                                        \
  X(av_strdup)
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
#define OCA_AVCODEC_NEWER_FUNCTIONS(X) X(avcodec_get_supported_config)
#else
#define OCA_AVCODEC_NEWER_FUNCTIONS(X)
#endif
#define OCA_AVCODEC_FUNCTIONS(X)                                                                  \
  X(av_get_audio_frame_duration2)                                                                 \
  X(av_new_packet)                                                                                \
  X(av_packet_alloc)                                                                              \
  X(av_packet_get_side_data)                                                                      \
  X(av_packet_free)                                                                               \
  X(av_packet_unref)                                                                              \
  X(avcodec_alloc_context3)                                                                       \
  X(avcodec_find_decoder)                                                                         \
  X(avcodec_find_decoder_by_name)                                                                 \
  X(avcodec_find_encoder_by_name)                                                                 \
  X(avcodec_flush_buffers)                                                                        \
  X(avcodec_free_context)                                                                         \
  OCA_AVCODEC_NEWER_FUNCTIONS(X)                                                                  \
  X(avcodec_open2)                                                                                \
  X(avcodec_parameters_to_context)                                                                \
  X(avcodec_receive_frame)                                                                        \
  X(avcodec_receive_packet)                                                                       \
  X(avcodec_send_frame)                                                                           \
  X(avcodec_send_packet)
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
#define OCA_AVFORMAT_OLDER_FUNCTIONS(X)
#else
#define OCA_AVFORMAT_OLDER_FUNCTIONS(X) X(av_stream_get_side_data)
#endif
#define OCA_AVFORMAT_FUNCTIONS(X)                                                                 \
  OCA_AVFORMAT_OLDER_FUNCTIONS(X)                                                                 \
  X(av_find_input_format)                                                                         \
  X(av_read_frame)                                                                                \
  X(av_seek_frame)                                                                                \
  X(avformat_alloc_context)                                                                       \
  X(avformat_close_input)                                                                         \
  X(avformat_find_stream_info)                                                                    \
  X(avformat_open_input)                                                                          \
  X(avio_alloc_context)                                                                           \
  X(avio_context_free)

// The functions, valid after loading succeeds.
struct OCALibAVLibrary {
#define DECLARE(name) __typeof__(&name) name;
  OCA_AVUTIL_FUNCTIONS(DECLARE)
  OCA_AVCODEC_FUNCTIONS(DECLARE)
  OCA_AVFORMAT_FUNCTIONS(DECLARE)
#undef DECLARE
};
__attribute__((visibility("hidden"))) extern struct OCALibAVLibrary OCALibAVLibrary;
#define library OCALibAVLibrary

// Opens libavcodec and libavutil on first use, and returns whether they are available.
__attribute__((visibility("hidden"))) bool OCALibAVLoadCodecs(void);

// Opens libavformat, too.
__attribute__((visibility("hidden"))) bool OCALibAVLoadFormats(void);
#endif
