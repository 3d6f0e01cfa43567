#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <CAudioRealtime.h>
#include <string.h>

// PipeWire's largest default quantum in seconds: 2048 frames at 44.1 kHz, plus time for the answer.
static const double quantumSeconds = 0.05;

// Examines one playback stream, to find the reason for a silenced stream.
static void takeInput(
    pa_context *context, const pa_sink_input_info *input, int isLast, void *userData) {
  (void)context;
  OCAPulse *pulse = userData;
  if (!pulse->stream || isLast < 0)
    return;
  if (isLast) {
    if (!pulse->isCallSeen)
      OCAPulseSetHeldLocked(pulse, false);
    return;
  }
  const char *role = library.pa_proplist_gets(input->proplist, PA_PROP_MEDIA_ROLE);
  bool isOwn = input->index == library.pa_stream_get_index(pulse->stream);
  if ((isOwn && input->mute) || (role && !strcmp(role, "phone")))
    pulse->isCallSeen = true;
}

// The server mutes a stream before it requests silence, and reports the end only to corked streams.
// If the call ended before the cork arrived, the server does not report the end. The stream is then
// no longer muted.
static void corked(pa_stream *stream, int isDone, void *userData) {
  (void)stream, (void)isDone;
  OCAPulse *pulse = userData;
  if (!pulse->isHeld)
    return;
  pulse->isCallSeen = false;
  OCAPulseForget(library.pa_context_get_sink_input_info_list(pulse->context, takeInput, pulse));
}

static void corkLocked(OCAPulse *pulse) {
  OCAPulseForget(
      library.pa_stream_cork(pulse->stream, pulse->isPaused || pulse->isHeld, corked, pulse));
}

void OCAPulseSetPaused(OCAPulse *pulse, bool isPaused) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  pulse->isPaused = isPaused;
  corkLocked(pulse);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulseSetHeldLocked(OCAPulse *pulse, bool isHeld) {
  if (pulse->isHeld == isHeld)
    return;
  pulse->isHeld = isHeld;
  corkLocked(pulse);
  OCAPulseTell(pulse, isHeld ? OCAPulseHeld : OCAPulseReleased);
}

void OCAPulseReportHold(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  if (pulse->isHeld)
    OCAPulseTell(pulse, OCAPulseHeld);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulseRelease(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  OCAPulseSetHeldLocked(pulse, false);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulseSetRole(OCAPulse *pulse, const char *role) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  pa_proplist *properties = library.pa_proplist_new();
  library.pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role);
  OCAPulseForget(library.pa_stream_proplist_update(
      pulse->stream, PA_UPDATE_REPLACE, properties, NULL, NULL));
  library.pa_proplist_free(properties);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulseMove(OCAPulse *pulse, const char *device) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  uint32_t index = library.pa_stream_get_index(pulse->stream);
  OCAPulseForget(library.pa_context_move_sink_input_by_name(pulse->context, index, device, NULL, NULL));
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

// Updates `playedFrames`; call it with the lock held.
//
// libpulse's clock runs before the sink is known to play the stream, and extrapolates between
// answers. On a sink that has rendered silence ahead, it is 2 s early. Therefore, the clock counts
// only up to the extrapolation of the last answer. The last frame counts as played only after an
// answer confirms it.
static void updatePlayed(OCAPulse *pulse) {
  pa_usec_t time = 0;
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  if (!timing || timing->read_index_corrupt || !pulse->timingNanoseconds ||
      library.pa_stream_get_time(pulse->stream, &time) != 0)
    return;
  double bytesPerSecond = (double)pulse->frameBytes * pulse->sampleRate;
  double age = (double)(OCAMonotonicNanoseconds() - pulse->timingNanoseconds) / 1e9;
  double latency = (double)timing->sink_usec / 1e6;
  double taken = (double)OCAPulseReadFrames(pulse, timing) / pulse->sampleRate;
  double clock = (double)time / 1e6 - (double)pulse->skippedFrames / pulse->sampleRate;
  // PipeWire takes a whole quantum when its time begins.
  double ahead = pulse->isPipeWire ? (age > quantumSeconds ? age - quantumSeconds : 0) : age;
  // The frames the sink had taken, minus those it held, plus those played since.
  double played = taken - latency + (timing->playing ? ahead : 0);
  if (clock < played)
    played = clock;
  int64_t frames = (int64_t)(played * pulse->sampleRate + 0.5);
  if (frames >= pulse->writtenFrames)
    frames = pulse->writtenFrames - 1;
  // The stream has run dry, and the sink has since played the frames it held.
  if (!timing->playing && timing->since_underrun >= 0 &&
      OCAPulseReadFrames(pulse, timing) >= pulse->writtenFrames &&
      (double)timing->since_underrun / bytesPerSecond + age >= latency)
    frames = pulse->writtenFrames;
  if (frames > pulse->playedFrames)
    pulse->playedFrames = frames;
}

void OCAPulseRevise(OCAPulse *pulse, int64_t marginNanoseconds) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  // If the server has read beyond the last write, no frames can change.
  if (library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY && !pulse->holeBytes) {
    updatePlayed(pulse);
    int64_t margin = (int64_t)((double)marginNanoseconds * pulse->sampleRate / 1e9);
    int64_t unplayed = pulse->writtenFrames - pulse->playedFrames - margin;
    int64_t back = unplayed > 0 ? OCARendererRewind(pulse->renderer, unplayed) : 0;
    if (back > 0) {
      int64_t frameBytes = (int64_t)pulse->frameBytes;
      OCAPulseRenderLocked(pulse, (size_t)(back * frameBytes), -back * frameBytes);
    }
  }
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulsePosition(OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  updatePlayed(pulse);
  *outFrames = pulse->playedFrames;
  *outNanoseconds = OCAMonotonicNanoseconds();
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

bool OCAPulseAnswer(
    OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds, bool *outIsPlaying) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  bool isThere = timing && !timing->read_index_corrupt && pulse->timingNanoseconds;
  if (isThere) {
    *outFrames = OCAPulseReadFrames(pulse, timing) - (int64_t)((double)timing->sink_usec * pulse->sampleRate / 1e6);
    *outNanoseconds = pulse->timingNanoseconds;
    *outIsPlaying = timing->playing;
  }
  library.pa_threaded_mainloop_unlock(pulse->loop);
  return isThere;
}

void OCAPulseUpdateTiming(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  OCAPulseForget(library.pa_stream_update_timing_info(pulse->stream, NULL, NULL));
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

// Handles the answer at any time, even after the wait for it has ended.
static void takeSink(pa_context *context, const pa_sink_info *sink, int isLast, void *userData) {
  (void)context;
  OCAPulse *pulse = userData;
  if (!isLast && sink) {
    pulse->deviceRate = sink->sample_spec.rate;
    pulse->deviceChannels = sink->sample_spec.channels;
  }
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
}

void OCAPulseSinkFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  if (!pulse->isDeviceAsked && library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY) {
    pulse->isDeviceAsked = true;
    uint32_t index = library.pa_stream_get_device_index(pulse->stream);
    OCAPulseFinish(
        pulse, library.pa_context_get_sink_info_by_index(pulse->context, index, takeSink, pulse));
  }
  *outSampleRate = pulse->deviceRate;
  *outChannelCount = pulse->deviceChannels;
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

double OCAPulseBufferSeconds(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  const pa_buffer_attr *buffer = library.pa_stream_get_buffer_attr(pulse->stream);
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  double seconds = 0;
  if (buffer)
    seconds = buffer->tlength / ((double)pulse->frameBytes * pulse->sampleRate);
  // The stream's part and the sink's part make up the requested buffer; PipeWire includes the
  // latter in the former.
  if (timing && !pulse->isPipeWire)
    seconds += (double)timing->configured_sink_usec / 1e6;
  library.pa_threaded_mainloop_unlock(pulse->loop);
  return seconds;
}
#endif
