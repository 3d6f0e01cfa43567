// A single compiler note that names the packages with missing headers. The package builds without
// them, and the affected features report the missing libraries.

#if defined(OCA_MPG123) && !__has_include(<mpg123.h>)
#define MPG123 " libmpg123-dev"
#define SOME_ARE_MISSING
#else
#define MPG123 ""
#endif
#if defined(OCA_FLAC) && !__has_include(<FLAC/stream_decoder.h>)
#define FLAC " libflac-dev"
#define SOME_ARE_MISSING
#else
#define FLAC ""
#endif
#if defined(OCA_OPUS) && !__has_include(<opus/opus_multistream.h>)
#define OPUS " libopus-dev"
#define SOME_ARE_MISSING
#else
#define OPUS ""
#endif
#if defined(OCA_LIBAV) && !__has_include(<libavcodec/avcodec.h>)
#define LIBAVCODEC " libavcodec-dev"
#define SOME_ARE_MISSING
#else
#define LIBAVCODEC ""
#endif
#if defined(OCA_LIBAV) && !__has_include(<libavformat/avformat.h>)
#define LIBAVFORMAT " libavformat-dev"
#define SOME_ARE_MISSING
#else
#define LIBAVFORMAT ""
#endif
#if defined(OCA_SOXR) && !__has_include(<soxr.h>)
#define SOXR " libsoxr-dev"
#define SOME_ARE_MISSING
#else
#define SOXR ""
#endif
#if defined(OCA_SONIC) && !__has_include(<sonic.h>)
#define SONIC " libsonic-dev"
#define SOME_ARE_MISSING
#else
#define SONIC ""
#endif
#if defined(OCA_PULSEAUDIO) && !__has_include(<pulse/pulseaudio.h>)
#define PULSE " libpulse-dev"
#define SOME_ARE_MISSING
#else
#define PULSE ""
#endif
#if defined(OCA_ALSA) && !__has_include(<alsa/asoundlib.h>)
#define ALSA " libasound2-dev"
#define SOME_ARE_MISSING
#else
#define ALSA ""
#endif
#if defined(OCA_HTTP) && !__has_include(<curl/curl.h>)
#define CURL " libcurl4-openssl-dev"
#define SOME_ARE_MISSING
#else
#define CURL ""
#endif
#if defined(OCA_CRYPTO) && !__has_include(<openssl/evp.h>)
#define OPENSSL " libssl-dev"
#define SOME_ARE_MISSING
#else
#define OPENSSL ""
#endif
#if defined(OCA_PICTURES) && !__has_include(<cairo/cairo.h>)
#define CAIRO " libcairo2-dev"
#define SOME_ARE_MISSING
#else
#define CAIRO ""
#endif
#if defined(OCA_PICTURES) && !__has_include(<kissfft/kiss_fftr.h>)
#define KISSFFT " libkissfft-dev"
#define SOME_ARE_MISSING
#else
#define KISSFFT ""
#endif
#if defined(OCA_LOUDNESS) && !__has_include(<ebur128.h>)
#define EBUR128 " libebur128-dev"
#define SOME_ARE_MISSING
#else
#define EBUR128 ""
#endif
#if defined(OCA_FLUIDSYNTH) && !__has_include(<fluidsynth.h>)
#define FLUIDSYNTH " libfluidsynth-dev"
#define SOME_ARE_MISSING
#else
#define FLUIDSYNTH ""
#endif
#if defined(OCA_SONIVOX) && !__has_include(<sonivox/eas.h>)
#define SONIVOX " libsonivox-dev"
#define SOME_ARE_MISSING
#else
#define SONIVOX ""
#endif
#if defined(OCA_SYSTEMDBUS) && !__has_include(<systemd/sd-bus.h>)
#define SYSTEMD " libsystemd-dev"
#define SOME_ARE_MISSING
#else
#define SYSTEMD ""
#endif
#if defined(OCA_LIBAV) && defined(OCA_VIDEO) && !__has_include(<libswscale/swscale.h>)
#define SWSCALE " libswscale-dev"
#define SOME_ARE_MISSING
#else
#define SWSCALE ""
#endif
#if defined(OCA_VIDEO) && !__has_include(<SDL2/SDL.h>)
#define SDL " libsdl2-dev"
#define SOME_ARE_MISSING
#else
#define SDL ""
#endif

#define PACKAGES                                                                                   \
  MPG123 FLAC OPUS LIBAVCODEC LIBAVFORMAT SOXR SONIC PULSE ALSA CURL OPENSSL CAIRO KISSFFT EBUR128 \
  FLUIDSYNTH SONIVOX SYSTEMD SWSCALE SDL

#ifdef SOME_ARE_MISSING
#pragma message("OpenCoreAudio is built without these packages and their features:" PACKAGES)
#endif

/// Prevents an empty translation unit.
typedef int OCAHeadersChecked;
