#ifdef OCA_ALSA
#define _GNU_SOURCE
#include "Internal.h"

#include <CAudioRealtime.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

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

struct OCAALSA {
  snd_pcm_t *pcm;
  void *renderer;
  float *block;
  snd_pcm_uframes_t blockFrames;
  snd_pcm_uframes_t bufferFrames;
  uint32_t channelCount;
  // Guards the rest, and the PCM.
  pthread_mutex_t lock;
  int64_t writtenFrames;
  int64_t heardFrames;
};

OCAALSAStatus OCAALSAOpen(
    OCAALSA **outDevice, const char *name, double sampleRate, uint32_t channelCount,
    int64_t *ioBufferFrames, void *renderer) {
  if (!OCAALSALoad())
    return OCAALSANoLibrary;
  if (sampleRate < 1 || sampleRate > 768000 || sampleRate != (double)(unsigned)sampleRate)
    return OCAALSARefused;
  OCAALSA *device = calloc(1, sizeof *device);
  if (!device)
    return OCAALSARefused;
  pthread_mutex_init(&device->lock, NULL);
  device->renderer = renderer;
  device->channelCount = channelCount;
  unsigned microseconds = (unsigned)((double)*ioBufferFrames * 1e6 / sampleRate);
  snd_pcm_uframes_t period = 0;
  if (library.snd_pcm_open(&device->pcm, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK) < 0 ||
      library.snd_pcm_set_params(
          device->pcm, SND_PCM_FORMAT_FLOAT, SND_PCM_ACCESS_RW_INTERLEAVED, channelCount,
          (unsigned)sampleRate, 1, microseconds) < 0 ||
      library.snd_pcm_get_params(device->pcm, &device->bufferFrames, &period) < 0) {
    OCAALSAClose(device);
    return OCAALSARefused;
  }
  device->blockFrames = period ? period : device->bufferFrames;
  device->block = calloc(device->blockFrames, channelCount * sizeof(float));
  if (!device->block) {
    OCAALSAClose(device);
    return OCAALSARefused;
  }
  *ioBufferFrames = (int64_t)device->bufferFrames;
  *outDevice = device;
  return OCAALSAOK;
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

void OCAALSAClose(OCAALSA *device) {
  if (device->pcm) {
    library.snd_pcm_drop(device->pcm);
    library.snd_pcm_close(device->pcm);
  }
  pthread_mutex_destroy(&device->lock);
  free(device->block);
  free(device);
}

// Brings `heardFrames` up to date, with the lock held.
static void updateHeard(OCAALSA *device) {
  snd_pcm_sframes_t delay = 0;
  snd_pcm_state_t state = library.snd_pcm_state(device->pcm);
  if (state == SND_PCM_STATE_XRUN || state == SND_PCM_STATE_DISCONNECTED)
    delay = 0;
  else if (library.snd_pcm_delay(device->pcm, &delay) < 0 || delay < 0)
    delay = 0;
  if (device->writtenFrames - delay > device->heardFrames)
    device->heardFrames = device->writtenFrames - delay;
}

// Goes on after an error, where that is possible: a device that fails at every step is lost, too.
static bool recover(OCAALSA *device, int error, int *failures) {
  static const int mostFailures = 8;
  return ++*failures < mostFailures && library.snd_pcm_recover(device->pcm, error, 1) == 0;
}

OCAALSAStep OCAALSAPlay(OCAALSA *device) {
  OCAALSAStep step = OCAALSAFull;
  int failures = 0;
  // What a PCM that is never full takes at most before its owner has a say: a mix never runs dry.
  int64_t most = (int64_t)device->bufferFrames;
  pthread_mutex_lock(&device->lock);
  while (most > 0) {
    snd_pcm_sframes_t room = library.snd_pcm_avail_update(device->pcm);
    if (room < 0) {
      if (recover(device, (int)room, &failures))
        continue;
      step = OCAALSALost;
      break;
    }
    if (room == 0)
      break;
    if ((snd_pcm_uframes_t)room > device->blockFrames)
      room = (snd_pcm_sframes_t)device->blockFrames;
    int64_t got = OCARender(device->renderer, device->block, room);
    int64_t given = 0;
    while (given < got) {
      snd_pcm_sframes_t taken = library.snd_pcm_writei(
          device->pcm, device->block + given * device->channelCount,
          (snd_pcm_uframes_t)(got - given));
      if (taken == -EAGAIN || taken == 0)
        break;
      if (taken > 0) {
        given += taken;
      } else if (!recover(device, (int)taken, &failures)) {
        step = OCAALSALost;
        break;
      }
    }
    device->writtenFrames += given;
    most -= given;
    if (given < got)
      OCARendererRewind(device->renderer, got - given);
    if (library.snd_pcm_state(device->pcm) == SND_PCM_STATE_PREPARED && given > 0)
      library.snd_pcm_start(device->pcm);
    if (step == OCAALSALost)
      break;
    if (got < room) {
      step = OCAALSAStarved;
      break;
    }
  }
  pthread_mutex_unlock(&device->lock);
  return step;
}

int64_t OCAALSAStop(OCAALSA *device) {
  pthread_mutex_lock(&device->lock);
  updateHeard(device);
  library.snd_pcm_drop(device->pcm);
  library.snd_pcm_prepare(device->pcm);
  int64_t unheard = device->writtenFrames - device->heardFrames;
  device->writtenFrames = device->heardFrames;
  pthread_mutex_unlock(&device->lock);
  return unheard;
}

void OCAALSAPosition(OCAALSA *device, int64_t *outFrames, int64_t *outNanoseconds) {
  pthread_mutex_lock(&device->lock);
  updateHeard(device);
  *outFrames = device->heardFrames;
  *outNanoseconds = OCAMonotonicNanoseconds();
  pthread_mutex_unlock(&device->lock);
}
#endif
