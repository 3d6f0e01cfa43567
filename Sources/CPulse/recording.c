#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <CAudioRealtime.h>

// Returns the monotonic time at which the next frame was captured.
static int64_t captureTime(OCAPulse *pulse, size_t bytes) {
  pa_usec_t latency = 0;
  int isNegative = 0;
  // Before the server's first timing answer, only the length of the block is known.
  if (!pulse->timingNanoseconds ||
      library.pa_stream_get_latency(pulse->stream, &latency, &isNegative) != 0)
    latency = (pa_usec_t)((double)bytes / (double)pulse->frameBytes / pulse->sampleRate * 1e6);
  return OCAMonotonicNanoseconds() - (isNegative ? 0 : (int64_t)latency * 1000);
}

// Passes on all pending frames. A hole in the stream has no data, and means silence.
static void readable(pa_stream *stream, size_t bytes, void *userData) {
  (void)bytes;
  OCAPulse *pulse = userData;
  for (;;) {
    const void *block = NULL;
    size_t blockBytes = 0;
    if (library.pa_stream_peek(stream, &block, &blockBytes) != 0 || blockBytes == 0)
      return;
    if (!pulse->isPaused)
      OCACapture(
          pulse->capturer, block, (int64_t)(blockBytes / pulse->frameBytes),
          captureTime(pulse, blockBytes));
    if (library.pa_stream_drop(stream) != 0)
      return;
  }
}

// The requirements of a recording stream.
typedef struct {
  const char *source;
  const OCAPulseChannels *channels;
  uint32_t channelCount;
  int64_t blockFrames;
  bool isRateFixed;
} RecordingRequest;

static OCAPulseStatus connectRecording(OCAPulse *pulse, const char *name, const void *argument) {
  const RecordingRequest *request = argument;
  OCAPulseAssignment assignment;
  const OCAPulseChannels *channels = request->channels;
  if (channels && !OCAPulseAssign(pulse, channels, request->channelCount, false, &assignment))
    return OCAPulseRefused;
  if (!OCAPulseMakeStream(
          pulse, name, request->channelCount, channels ? &assignment.map : NULL, NULL))
    return OCAPulseRefused;
  library.pa_stream_set_read_callback(pulse->stream, readable, pulse);
  pa_buffer_attr buffer = {
      .maxlength = (uint32_t)-1,
      .tlength = (uint32_t)-1,
      .prebuf = (uint32_t)-1,
      .minreq = (uint32_t)-1,
      .fragsize = (uint32_t)(request->blockFrames * (int64_t)pulse->frameBytes)};
  pa_stream_flags_t flags = PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE |
                            PA_STREAM_ADJUST_LATENCY;
  // The caller converts the rate with better quality than the server.
  if (!request->isRateFixed)
    flags |= PA_STREAM_FIX_RATE;
  if (channels)
    flags |= PA_STREAM_NO_REMIX_CHANNELS | PA_STREAM_DONT_MOVE;
  const char *device = channels ? assignment.device : request->source;
  if (library.pa_stream_connect_record(pulse->stream, device, &buffer, flags) < 0)
    return OCAPulseRefused;
  OCAPulseStatus status = OCAPulseSettleStream(pulse);
  const pa_sample_spec *format =
      status == OCAPulseOK ? library.pa_stream_get_sample_spec(pulse->stream) : NULL;
  if (format)
    pulse->sampleRate = format->rate;
  return status;
}

OCAPulseStatus OCAPulseOpenSource(
    OCAPulse **outPulse, const char *server, const char *source, const OCAPulseChannels *channels,
    const char *applicationName, double *ioSampleRate, bool isRateFixed, uint32_t channelCount, int64_t blockFrames,
    bool isRetry, void *capturer, void (*event)(void *, OCAPulseEvent),
    void *callbackContext) {
  if (!OCAPulseLoad())
    return OCAPulseNoLibrary;
  OCAPulse *pulse = OCAPulseAllocate(NULL, *ioSampleRate, channelCount, event, callbackContext);
  if (!pulse)
    return OCAPulseRefused;
  pulse->capturer = capturer;
  RecordingRequest request = {source, channels, channelCount, blockFrames, isRateFixed};
  OCAPulseStatus status =
      OCAPulseOpenStream(pulse, server, applicationName, isRetry, connectRecording, &request);
  if (status == OCAPulseOK) {
    *ioSampleRate = pulse->sampleRate;
    *outPulse = pulse;
  }
  return status;
}

void OCAPulseSetRecordingPaused(OCAPulse *pulse, bool isPaused) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  if (pulse->isPaused != isPaused) {
    pulse->isPaused = isPaused;
    // The server's pending frames are from before the pause.
    if (!isPaused)
      OCAPulseForget(library.pa_stream_flush(pulse->stream, NULL, NULL));
    OCAPulseForget(library.pa_stream_cork(pulse->stream, isPaused, NULL, NULL));
  }
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

// Handles the answer at any time, even after the wait for it has ended.
static void takeSource(pa_context *context, const pa_source_info *source, int isLast, void *userData) {
  (void)context;
  OCAPulse *pulse = userData;
  if (!isLast && source) {
    pulse->deviceRate = source->sample_spec.rate;
    pulse->deviceChannels = source->sample_spec.channels;
  }
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
}

void OCAPulseSourceFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  if (!pulse->isDeviceAsked && library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY) {
    pulse->isDeviceAsked = true;
    uint32_t index = library.pa_stream_get_device_index(pulse->stream);
    OCAPulseFinish(
        pulse,
        library.pa_context_get_source_info_by_index(pulse->context, index, takeSource, pulse));
  }
  *outSampleRate = pulse->deviceRate;
  *outChannelCount = pulse->deviceChannels;
  library.pa_threaded_mainloop_unlock(pulse->loop);
}
#endif
