#define _GNU_SOURCE
#include "Internal.h"
#ifdef OCA_ALSA_AVAILABLE

#include <CDynamicLibrary.h>
#include <errno.h>

struct OCAALSALibrary OCAALSALibrary;

void OCAALSAKeepQuiet(
    const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

static bool prepare(void) {
  library.snd_lib_error_set_handler(OCAALSAKeepQuiet);
  return true;
}

#define ENTRY(name) {#name, (void **)&library.name},
static const OCADynamicFunction functions[] = {OCA_ALSA_FUNCTIONS(ENTRY){NULL, NULL}};
#undef ENTRY

static OCADynamicLibrary dynamicLibrary = {
    .name = "libasound.so.2",
    .package = OCA_ALSA_PACKAGE,
    .purpose = OCALibraryForDevices,
    .functions = functions,
    .prepare = prepare,
};

bool OCAALSALoad(void) {
  return OCADynamicLibraryLoad(&dynamicLibrary);
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
