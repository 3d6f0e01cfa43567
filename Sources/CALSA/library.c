#ifdef OCA_ALSA
#define _GNU_SOURCE
#include "Internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

struct OCAALSALibrary OCAALSALibrary;
static bool isLoaded;

// libasound writes what it fails to find to stderr; status codes say enough.
static void keepQuiet(
    const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

static void load(void) {
  void *handle = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return;
#define RESOLVE(name)                                                                             \
  if (!(library.name = (__typeof__(&name))dlsym(handle, #name)))                                  \
    return;
  OCA_ALSA_FUNCTIONS(RESOLVE)
#undef RESOLVE
  library.snd_lib_error_set_handler(keepQuiet);
  isLoaded = true;
}

bool OCAALSALoad(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isLoaded;
}

bool OCAALSAAnswersTo(const char *name, snd_pcm_stream_t direction, bool evenBusy) {
  snd_pcm_t *pcm = NULL;
  if (!OCAALSALoad())
    return false;
  int status = library.snd_pcm_open(&pcm, name, direction, SND_PCM_NONBLOCK);
  if (status < 0)
    return evenBusy && status == -EBUSY;
  library.snd_pcm_close(pcm);
  return true;
}

bool OCAALSAAnswers(const char *name, bool evenBusy) {
  return OCAALSAAnswersTo(name, SND_PCM_STREAM_PLAYBACK, evenBusy);
}
#endif
