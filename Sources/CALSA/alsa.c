#define _GNU_SOURCE
#include "Internal.h"
#ifdef OCA_ALSA_AVAILABLE

#include <CAudioRealtime.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Silence within the frames given to a PCM.
struct silence {
  // The number of frames before the silence.
  int64_t place;
  int64_t frames;
};

// The number of silences to remember: far more than a buffer holds. Each period has at most one,
// added when few frames are pending.
enum { mostSilences = 8 };

struct OCAALSA {
  snd_pcm_t *pcm;
  void *renderer;
  float *block;
  snd_pcm_uframes_t blockFrames;
  snd_pcm_uframes_t bufferFrames;
  uint32_t channelCount;
  double sampleRate;
  // Guards the PCM and the remaining members.
  pthread_mutex_t lock;
  // Counts of the renderer's frames.
  int64_t writtenFrames;
  int64_t playedFrames;
  // Counts of all frames, including silence: those given in total, and before the last prepare.
  int64_t givenFrames;
  int64_t preparedFrames;
  // The time when the renderer last ran out of frames, or 0 while it has some.
  int64_t starvedNanoseconds;
  // Whether the PCM plays frames in real time instead of at once.
  bool takesTime;
  struct silence silences[mostSilences];
  int silenceCount;
  // The frames of silence before those in the list.
  int64_t oldSilence;
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
  device->sampleRate = sampleRate;
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

void OCAALSAClose(OCAALSA *device) {
  if (device->pcm) {
    library.snd_pcm_drop(device->pcm);
    library.snd_pcm_close(device->pcm);
  }
  pthread_mutex_destroy(&device->lock);
  free(device->block);
  free(device);
}

// Returns how many of the first frames given to the PCM belong to the renderer.
static int64_t rendererFrames(const OCAALSA *device, int64_t frames) {
  int64_t rendered = frames - device->oldSilence;
  for (int index = 0; index < device->silenceCount; index += 1) {
    const struct silence *silence = &device->silences[index];
    int64_t part = frames - silence->place;
    if (part > 0)
      rendered -= part < silence->frames ? part : silence->frames;
  }
  return rendered;
}

// Records silence at the end of the given frames.
static void addSilence(OCAALSA *device, int64_t frames) {
  if (device->silenceCount == mostSilences) {
    device->oldSilence += device->silences[0].frames;
    device->silenceCount -= 1;
    memmove(
        device->silences, device->silences + 1,
        (size_t)device->silenceCount * sizeof *device->silences);
  }
  device->silences[device->silenceCount++] =
      (struct silence){device->givenFrames - frames, frames};
}

// Updates `playedFrames`; call it with the lock held.
static void updatePlayed(OCAALSA *device) {
  snd_pcm_sframes_t delay = 0;
  snd_pcm_state_t state = library.snd_pcm_state(device->pcm);
  if (state == SND_PCM_STATE_XRUN || state == SND_PCM_STATE_DISCONNECTED)
    delay = 0;
  else if (library.snd_pcm_delay(device->pcm, &delay) < 0 || delay < 0)
    delay = 0;
  int64_t played = rendererFrames(device, device->givenFrames - delay);
  if (played > device->playedFrames)
    device->playedFrames = played;
}

// Recovers from an error if possible; a device that fails repeatedly counts as lost.
static bool recover(OCAALSA *device, int error, int *failures) {
  static const int mostFailures = 8;
  if (++*failures >= mostFailures || library.snd_pcm_recover(device->pcm, error, 1) != 0)
    return false;
  if (library.snd_pcm_state(device->pcm) == SND_PCM_STATE_PREPARED)
    device->preparedFrames = device->givenFrames;
  return true;
}

// Writes the first frames of the block, starts the PCM, and returns the number of frames it took.
static int64_t give(OCAALSA *device, int64_t count, int *failures, OCAALSAStep *step) {
  int64_t given = 0;
  while (given < count) {
    snd_pcm_sframes_t taken = library.snd_pcm_writei(
        device->pcm, device->block + given * device->channelCount,
        (snd_pcm_uframes_t)(count - given));
    if (taken == -EAGAIN || taken == 0)
      break;
    if (taken > 0) {
      given += taken;
      device->givenFrames += taken;
    } else if (!recover(device, (int)taken, failures)) {
      *step = OCAALSALost;
      break;
    }
  }
  if (library.snd_pcm_state(device->pcm) == SND_PCM_STATE_PREPARED && given > 0)
    library.snd_pcm_start(device->pcm);
  snd_pcm_sframes_t delay = 0;
  // Less than a period may be waiting for the rest of the period.
  if (!device->takesTime && library.snd_pcm_delay(device->pcm, &delay) == 0)
    device->takesTime = delay >= (snd_pcm_sframes_t)device->blockFrames;
  return given;
}

// Fills an incomplete period with silence when almost all other frames have played.
//
// A rate converter only passes on whole periods, and would keep the last frames forever. Until the
// deadline, new frames can take the place of the silence.
//
// Returns the nanoseconds until the next call, or 0 to wait for new frames.
static int64_t fillPeriod(OCAALSA *device, int *failures, OCAALSAStep *step) {
  // The delay before silence for a PCM that plays at once. Earlier silence would be a gap if the
  // owner is slow.
  static const int64_t patience = 1000000000;
  int64_t period = (int64_t)device->blockFrames;
  int64_t begun = (device->givenFrames - device->preparedFrames) % period;
  int64_t now = OCAMonotonicNanoseconds();
  if (!device->starvedNanoseconds)
    device->starvedNanoseconds = now;
  snd_pcm_sframes_t delay = 0;
  // A PCM that is dry, or plays incomplete periods, holds no frames back.
  if (begun == 0 || library.snd_pcm_state(device->pcm) == SND_PCM_STATE_XRUN ||
      library.snd_pcm_delay(device->pcm, &delay) < 0 || delay < begun)
    return 0;
  // One period early, because a PCM may report its progress only once per period.
  int64_t rest = (int64_t)((double)(delay - begun - period) * 1e9 / device->sampleRate);
  if (!device->takesTime && device->givenFrames >= period)
    rest = device->starvedNanoseconds + patience - now;
  if (rest > 0)
    return rest;
  memset(device->block, 0, (size_t)(period - begun) * device->channelCount * sizeof(float));
  int64_t given = give(device, period - begun, failures, step);
  addSilence(device, given);
  return given < period - begun ? (int64_t)((double)period * 1e9 / device->sampleRate) : 0;
}

/// Renders a block for the room in the PCM, and writes it.
///
/// Returns whether the PCM may take more; `given` is the number of frames that it has taken.
static bool playBlock(OCAALSA *device, snd_pcm_sframes_t room, int *failures, OCAALSAStep *step,
                      int64_t *given, int64_t *outNanoseconds) {
  if ((snd_pcm_uframes_t)room > device->blockFrames)
    room = (snd_pcm_sframes_t)device->blockFrames;
  int64_t got = OCARender(device->renderer, device->block, room);
  *given = give(device, got, failures, step);
  device->writtenFrames += *given;
  if (got > 0)
    device->starvedNanoseconds = 0;
  if (*given < got)
    OCARendererRewind(device->renderer, got - *given);
  if (*step == OCAALSALost)
    return false;
  if (got == room)
    return true;
  // Frames that the PCM did not take must be rendered again.
  if (*given < got)
    return false;
  *step = OCAALSAStarved;
  *outNanoseconds = fillPeriod(device, failures, step);
  if (*outNanoseconds > 0 && *step == OCAALSAStarved)
    *step = OCAALSAEnding;
  return false;
}

OCAALSAStep OCAALSAPlay(OCAALSA *device, int64_t *outNanoseconds) {
  OCAALSAStep step = OCAALSAFull;
  int failures = 0;
  // The limit for a PCM that is never full, so that its owner gets control: a mixer never runs dry.
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
    int64_t given = 0;
    if (room == 0 || !playBlock(device, room, &failures, &step, &given, outNanoseconds))
      break;
    most -= given;
  }
  pthread_mutex_unlock(&device->lock);
  return step;
}

int64_t OCAALSAStop(OCAALSA *device) {
  pthread_mutex_lock(&device->lock);
  updatePlayed(device);
  library.snd_pcm_drop(device->pcm);
  library.snd_pcm_prepare(device->pcm);
  int64_t unplayed = device->writtenFrames - device->playedFrames;
  device->writtenFrames = device->playedFrames;
  device->givenFrames = device->playedFrames;
  device->preparedFrames = device->playedFrames;
  device->silenceCount = 0;
  device->oldSilence = 0;
  pthread_mutex_unlock(&device->lock);
  return unplayed;
}

void OCAALSAPosition(OCAALSA *device, int64_t *outFrames, int64_t *outNanoseconds) {
  pthread_mutex_lock(&device->lock);
  updatePlayed(device);
  *outFrames = device->playedFrames;
  *outNanoseconds = OCAMonotonicNanoseconds();
  pthread_mutex_unlock(&device->lock);
}
#endif
