#define _GNU_SOURCE
#include "Internal.h"
#ifdef OCA_ALSA_AVAILABLE

#include <CAudioRealtime.h>
#include <stdlib.h>

struct OCAALSASource {
  snd_pcm_t *pcm;
  void *capturer;
  float *block;
  snd_pcm_uframes_t blockFrames;
  double sampleRate;
};

OCAALSAStatus OCAALSAOpenCapture(
    OCAALSASource **outSource, const char *name, double sampleRate, uint32_t channelCount,
    int64_t blockFrames, void *capturer) {
  if (!OCAALSALoad())
    return OCAALSANoLibrary;
  if (sampleRate < 1 || sampleRate > 768000 || sampleRate != (double)(unsigned)sampleRate)
    return OCAALSARefused;
  OCAALSASource *source = calloc(1, sizeof *source);
  if (!source)
    return OCAALSARefused;
  source->capturer = capturer;
  source->sampleRate = sampleRate;
  // The buffer holds several blocks, so that a late read loses no frames.
  static const double bufferBlocks = 8;
  unsigned microseconds = (unsigned)((double)blockFrames * bufferBlocks * 1e6 / sampleRate);
  snd_pcm_uframes_t bufferFrames = 0;
  bool isOpen = library.snd_pcm_open(
                    &source->pcm, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK) >= 0 &&
                library.snd_pcm_set_params(
                    source->pcm, SND_PCM_FORMAT_FLOAT, SND_PCM_ACCESS_RW_INTERLEAVED, channelCount,
                    (unsigned)sampleRate, 1, microseconds) >= 0 &&
                library.snd_pcm_get_params(source->pcm, &bufferFrames, &source->blockFrames) >= 0;
  if (isOpen && (int64_t)source->blockFrames > blockFrames)
    source->blockFrames = (snd_pcm_uframes_t)blockFrames;
  if (isOpen && source->blockFrames)
    source->block = calloc(source->blockFrames, channelCount * sizeof(float));
  if (!source->block || library.snd_pcm_start(source->pcm) < 0) {
    OCAALSACloseCapture(source);
    return OCAALSARefused;
  }
  *outSource = source;
  return OCAALSAOK;
}

bool OCAALSACaptures(const char *name, bool evenBusy) {
  return OCAALSAAnswersTo(name, SND_PCM_STREAM_CAPTURE, evenBusy);
}

// Recovers from an error if possible; a device that fails repeatedly counts as lost.
static bool recover(OCAALSASource *source, int error, int *failures) {
  static const int mostFailures = 8;
  return ++*failures < mostFailures && library.snd_pcm_recover(source->pcm, error, 1) == 0 &&
         library.snd_pcm_start(source->pcm) == 0;
}

bool OCAALSACapture(OCAALSASource *source) {
  // The limit for a PCM that never runs dry, so that its owner gets control.
  int64_t most = (int64_t)source->sampleRate;
  int failures = 0;
  while (most > 0) {
    snd_pcm_sframes_t delay = 0;
    snd_pcm_sframes_t waiting = library.snd_pcm_avail_update(source->pcm);
    if (waiting == 0)
      return true;
    if (waiting > 0 && (library.snd_pcm_delay(source->pcm, &delay) < 0 || delay < waiting))
      delay = waiting;
    // The age of the next frame is the duration of all pending frames, including those in the
    // hardware.
    int64_t captured =
        OCAMonotonicNanoseconds() - (int64_t)((double)delay * 1e9 / source->sampleRate);
    snd_pcm_sframes_t got = waiting;
    if (waiting > 0)
      got = library.snd_pcm_readi(source->pcm, source->block, source->blockFrames);
    if (got == 0 || got == -EAGAIN)
      return true;
    if (got < 0) {
      if (!recover(source, (int)got, &failures))
        return false;
      continue;
    }
    OCACapture(source->capturer, source->block, got, captured);
    most -= got;
  }
  return true;
}

void OCAALSASetCapturing(OCAALSASource *source, bool isCapturing) {
  library.snd_pcm_drop(source->pcm);
  library.snd_pcm_prepare(source->pcm);
  if (isCapturing)
    library.snd_pcm_start(source->pcm);
}

void OCAALSACloseCapture(OCAALSASource *source) {
  if (source->pcm) {
    library.snd_pcm_drop(source->pcm);
    library.snd_pcm_close(source->pcm);
  }
  free(source->block);
  free(source);
}
#endif
