#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <CAudioRealtime.h>

// PipeWire reads whole quanta. A rest that is shorter stays where it is, and counts as not read, until the stream is
// drained; then a whole quantum is read all the same, and what is written behind the rest later on would begin within
// what has been read already, and not be heard. So the next write begins where the reading ended.
//
// PulseAudio plays every frame by itself, and may answer to a drain without prebuffering only half a minute later.

// For how long the server must have played nothing until an answer to a drain is not waited for any more, in seconds.
static const double patience = 0.5;

int64_t OCAPulseReadFrames(const OCAPulse *pulse, const pa_timing_info *timing) {
  return timing->read_index / (int64_t)pulse->frameBytes - pulse->skippedFrames;
}

// Takes note of where the reading has ended, as far as nothing is written meanwhile.
static void settle(OCAPulse *pulse) {
  pulse->isDraining = false;
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  if (timing && !timing->read_index_corrupt && !timing->write_index_corrupt) {
    int64_t frameBytes = (int64_t)pulse->frameBytes;
    int64_t hole = timing->read_index - timing->write_index;
    pulse->holeBytes = hole > 0 ? hole / frameBytes * frameBytes : 0;
    // Something was written since, and there is a rest of that.
    if (hole < 0)
      OCAPulseDrainLocked(pulse);
  }
  OCAPulseFeedLocked(pulse);
}

static void measured(pa_stream *stream, int isDone, void *userData) {
  OCAPulse *pulse = userData;
  if (isDone && stream == pulse->stream)
    settle(pulse);
}

static void drained(pa_stream *stream, int isDone, void *userData) {
  OCAPulse *pulse = userData;
  if (!isDone || stream != pulse->stream)
    return;
  pulse->isDrained = true;
  OCAPulseForget(library.pa_stream_update_timing_info(stream, measured, pulse));
}

void OCAPulseDrainLocked(OCAPulse *pulse) {
  // Nothing is left where the reading has gone beyond what was written.
  if (!pulse->isPipeWire || !pulse->isStarved || pulse->isDraining || pulse->holeBytes > 0 ||
      pulse->writtenFrames == 0)
    return;
  pa_operation *operation = library.pa_stream_drain(pulse->stream, drained, pulse);
  pulse->isDraining = operation != NULL;
  pulse->isDrained = false;
  OCAPulseForget(operation);
}

void OCAPulseMindDrainLocked(OCAPulse *pulse) {
  if (!pulse->isDraining || pulse->isPaused || pulse->isHeld)
    return;
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  double bytesPerSecond = (double)pulse->frameBytes * pulse->sampleRate;
  if (timing && !timing->playing && (double)timing->since_underrun / bytesPerSecond > patience)
    settle(pulse);
}

bool OCAPulseMayWriteLocked(OCAPulse *pulse) {
  if (!pulse->isDraining)
    return true;
  // The answer has come, and what it means is not known yet.
  if (pulse->isDrained)
    return false;
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  if (!timing || timing->read_index_corrupt || !pulse->timingNanoseconds || !timing->playing)
    return true;
  double age = (double)(OCAMonotonicNanoseconds() - pulse->timingNanoseconds) / 1e9;
  double unread = (double)(pulse->writtenFrames - OCAPulseReadFrames(pulse, timing));
  return unread / pulse->sampleRate > age;
}
#endif
