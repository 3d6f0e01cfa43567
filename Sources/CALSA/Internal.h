// What the files of this target share: the functions of libasound.
#pragma once
#if defined(OCA_ALSA) && __has_include(<alsa/asoundlib.h>)
#define OCA_ALSA_AVAILABLE
#include "CALSA.h"

#include <alsa/asoundlib.h>

// Every function of libasound that is used here.
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

// The functions, once `OCAALSALoad` has found them.
struct OCAALSALibrary {
#define DECLARE(name) __typeof__(&name) name;
  OCA_ALSA_FUNCTIONS(DECLARE)
#undef DECLARE
};
__attribute__((visibility("hidden"))) extern struct OCAALSALibrary OCAALSALibrary;
#define library OCAALSALibrary

// Opens libasound on first use, and says whether it is there.
__attribute__((visibility("hidden"))) bool OCAALSALoad(void);

// Whether a PCM can be opened now, or is in use where that counts, too.
__attribute__((visibility("hidden"))) bool OCAALSAAnswersTo(
    const char *name, snd_pcm_stream_t direction, bool evenBusy);
#endif
