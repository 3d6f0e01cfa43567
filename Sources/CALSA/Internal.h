// The functions of libasound, which the files of this target share.
#pragma once
#if defined(OCA_ALSA) && __has_include(<alsa/asoundlib.h>)
#define OCA_ALSA_AVAILABLE
#include "CALSA.h"

#include <alsa/asoundlib.h>

// All the functions of libasound that this target uses.
#define OCA_ALSA_FUNCTIONS(X)                                                                     \
  X(snd_lib_error_set_handler)                                                                    \
  X(snd_pcm_avail_update)                                                                         \
  X(snd_pcm_close)                                                                                \
  X(snd_pcm_delay)                                                                                \
  X(snd_pcm_drop)                                                                                 \
  X(snd_pcm_get_params)                                                                           \
  X(snd_pcm_open)                                                                                 \
  X(snd_pcm_prepare)                                                                              \
  X(snd_pcm_readi)                                                                                \
  X(snd_pcm_recover)                                                                              \
  X(snd_pcm_set_params)                                                                           \
  X(snd_pcm_start)                                                                                \
  X(snd_pcm_state)                                                                                \
  X(snd_pcm_writei)

// The functions, valid after `OCAALSALoad` succeeds.
struct OCAALSALibrary {
#define DECLARE(name) __typeof__(&name) name;
  OCA_ALSA_FUNCTIONS(DECLARE)
#undef DECLARE
};
__attribute__((visibility("hidden"))) extern struct OCAALSALibrary OCAALSALibrary;
#define library OCAALSALibrary

// Since 1.2.11, Debian and Ubuntu name the package libasound2t64.
#if SND_LIB_VERSION >= SND_LIB_VER(1, 2, 11)
#define OCA_ALSA_PACKAGE "libasound2t64"
#else
#define OCA_ALSA_PACKAGE "libasound2"
#endif

// The handler of libasound for lookup failures: their status codes are sufficient.
__attribute__((visibility("hidden"))) void OCAALSAKeepQuiet(
    const char *file, int line, const char *function, int error, const char *format, ...);

// Opens libasound on first use, and returns whether it is available.
__attribute__((visibility("hidden"))) bool OCAALSALoad(void);

// Whether a PCM can be opened. With evenBusy, a PCM that another program uses counts, too.
__attribute__((visibility("hidden"))) bool OCAALSAAnswersTo(
    const char *name, snd_pcm_stream_t direction, bool evenBusy);
#endif
