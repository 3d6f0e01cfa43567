#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <CAudioRealtime.h>

// PipeWire reads whole quanta. It holds back a shorter rest, which counts as unread, until the
// stream drains. The drain then reads a whole quantum, which extends beyond the rest. A later write
// after the rest would start within that quantum, and be inaudible. Therefore, the next write
// starts where the reading ended.
//
// PulseAudio plays every frame without a drain. Its answer to a drain without prebuffering may take
// half a minute.

// The time in seconds without playback after which an unanswered drain is abandoned.
static const double patience = 0.5;

int64_t OCAPulseReadFrames(const OCAPulse *pulse, const pa_timing_info *timing) {
  return timing->read_index / (int64_t)pulse->frameBytes - pulse->skippedFrames;
}

// Asks a server that holds back the last frames to play them, if any exist; call it with the lock
// held.
static void drain(OCAPulse *pulse);

// Records the end of the reading, if no write has followed.
static void settle(OCAPulse *pulse) {
  pulse->isDraining = false;
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  if (timing && !timing->read_index_corrupt && !timing->write_index_corrupt) {
    int64_t frameBytes = (int64_t)pulse->frameBytes;
    int64_t hole = timing->read_index - timing->write_index;
    pulse->holeBytes = hole > 0 ? hole / frameBytes * frameBytes : 0;
    // A write has followed, and left another rest.
    if (hole < 0)
      drain(pulse);
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

static void drain(OCAPulse *pulse) {
  // If the reading has passed the last write, no frames remain.
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

// Whether a write is possible: the server has not yet read beyond the last write, or it is known
// how far it has read.
static bool mayWrite(OCAPulse *pulse) {
  if (!pulse->isDraining)
    return true;
  // The drain has finished, but its timing is not known yet.
  if (pulse->isDrained)
    return false;
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  if (!timing || timing->read_index_corrupt || !pulse->timingNanoseconds || !timing->playing)
    return true;
  double age = (double)(OCAMonotonicNanoseconds() - pulse->timingNanoseconds) / 1e9;
  double unread = (double)(pulse->writtenFrames - OCAPulseReadFrames(pulse, timing));
  return unread / pulse->sampleRate > age;
}

void OCAPulseRenderLocked(OCAPulse *pulse, size_t bytes, int64_t offset) {
  while (bytes >= pulse->frameBytes) {
    void *block = NULL;
    size_t blockBytes = bytes;
    if (library.pa_stream_begin_write(pulse->stream, &block, &blockBytes) != 0 || !block)
      return;
    if (blockBytes > bytes)
      blockBytes = bytes;
    int64_t wanted = (int64_t)(blockBytes / pulse->frameBytes);
    int64_t got = OCARender(pulse->renderer, block, wanted);
    if (got <= 0) {
      library.pa_stream_cancel_write(pulse->stream);
      pulse->isStarved = true;
      break;
    }
    size_t gotBytes = (size_t)got * pulse->frameBytes;
    int64_t frameBytes = (int64_t)pulse->frameBytes;
    if (library.pa_stream_write(
            pulse->stream, block, gotBytes, NULL, offset + pulse->holeBytes, PA_SEEK_RELATIVE) != 0)
      return;
    pulse->writtenFrames += got + offset / frameBytes;
    pulse->skippedFrames += pulse->holeBytes / frameBytes;
    pulse->holeBytes = 0;
    offset = 0;
    bytes -= gotBytes;
    pulse->isStarved = got < wanted;
    if (pulse->isStarved)
      break;
  }
  drain(pulse);
}

void OCAPulseFeedLocked(OCAPulse *pulse) {
  // A stream that was made in advance has no frames to play yet.
  if (!pulse->renderer || library.pa_stream_get_state(pulse->stream) != PA_STREAM_READY)
    return;
  size_t bytes = library.pa_stream_writable_size(pulse->stream);
  if (bytes != (size_t)-1 && mayWrite(pulse))
    OCAPulseRenderLocked(pulse, bytes, 0);
}

void OCAPulseFeed(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  OCAPulseFeedLocked(pulse);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}
#endif
