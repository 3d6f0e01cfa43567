#ifdef OCA_PULSEAUDIO
#include "Internal.h"

#include <CAudioRealtime.h>
#include <stdlib.h>
#include <string.h>

// The longest that connecting, or a question to the server, may take.
static const pa_usec_t patience = 2000000;
// How often a look is taken whether the server has answered; a second look without an answer is the end.
static const pa_usec_t watchInterval = 3000000;

static void report(OCAPulse *pulse) {
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
  if (pulse->isOpen && !pulse->hasFailed) {
    pulse->hasFailed = true;
    pulse->failed(pulse->callbackContext);
  }
}

static void contextChanged(pa_context *context, void *userData) {
  OCAPulse *pulse = userData;
  if (PA_CONTEXT_IS_GOOD(library.pa_context_get_state(context)))
    library.pa_threaded_mainloop_signal(pulse->loop, 0);
  else
    report(pulse);
}

static void streamChanged(pa_stream *stream, void *userData) {
  OCAPulse *pulse = userData;
  if (PA_STREAM_IS_GOOD(library.pa_stream_get_state(stream)))
    library.pa_threaded_mainloop_signal(pulse->loop, 0);
  else
    report(pulse);
}

// The end of a thread's patience.
typedef struct {
  pa_threaded_mainloop *loop;
  bool isTimeUp;
} Alarm;

static void timeIsUp(
    pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *userData) {
  (void)api, (void)event, (void)time;
  Alarm *alarm = userData;
  alarm->isTimeUp = true;
  library.pa_threaded_mainloop_signal(alarm->loop, 0);
}

bool OCAPulseWait(OCAPulse *pulse, bool (*isDone)(OCAPulse *pulse, void *data), void *data) {
  pa_mainloop_api *api = library.pa_threaded_mainloop_get_api(pulse->loop);
  Alarm alarm = {pulse->loop, false};
  pa_time_event *event = library.pa_context_rttime_new(
      pulse->context, library.pa_rtclock_now() + patience, timeIsUp, &alarm);
  if (!event)
    return isDone(pulse, data);
  bool done;
  while (!(done = isDone(pulse, data)) && !alarm.isTimeUp)
    library.pa_threaded_mainloop_wait(pulse->loop);
  api->time_free(event);
  return done;
}

void OCAPulseForget(pa_operation *operation) {
  if (operation)
    library.pa_operation_unref(operation);
}

static bool operationIsSettled(OCAPulse *pulse, void *data) {
  (void)pulse;
  return library.pa_operation_get_state(data) != PA_OPERATION_RUNNING;
}

void OCAPulseFinish(OCAPulse *pulse, pa_operation *operation) {
  if (operation)
    OCAPulseWait(pulse, operationIsSettled, operation);
  OCAPulseForget(operation);
}

static bool contextIsSettled(OCAPulse *pulse, void *data) {
  (void)data;
  pa_context_state_t state = library.pa_context_get_state(pulse->context);
  return state == PA_CONTEXT_READY || !PA_CONTEXT_IS_GOOD(state);
}

static bool streamIsSettled(OCAPulse *pulse, void *data) {
  (void)data;
  pa_stream_state_t state = library.pa_stream_get_state(pulse->stream);
  return state == PA_STREAM_READY || !PA_STREAM_IS_GOOD(state);
}

static void writable(pa_stream *stream, size_t bytes, void *userData) {
  (void)stream, (void)bytes;
  OCAPulseFeedLocked(userData);
}

static void eventCame(
    pa_stream *stream, const char *name, pa_proplist *properties, void *userData) {
  (void)stream, (void)properties;
  if (!strcmp(name, PA_STREAM_EVENT_REQUEST_CORK))
    OCAPulseSetHeldLocked(userData, true);
  else if (!strcmp(name, PA_STREAM_EVENT_REQUEST_UNCORK))
    OCAPulseSetHeldLocked(userData, false);
}

static void moved(pa_stream *stream, void *userData) {
  (void)stream;
  OCAPulse *pulse = userData;
  pulse->isDeviceAsked = false;
}

static void timingCame(pa_stream *stream, void *userData) {
  (void)stream;
  OCAPulse *pulse = userData;
  pulse->hasAnswered = true;
  pulse->timingNanoseconds = OCAMonotonicNanoseconds();
}

// libpulse waits for ever for a server that hangs. It asks a stream for its timing all the time, but not
// while the sink is suspended; so the server is asked once more before it counts as lost.
static void look(
    pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *userData) {
  (void)api, (void)time;
  OCAPulse *pulse = userData;
  if (!pulse->hasAnswered && pulse->isQuestioned) {
    report(pulse);
    return;
  }
  pulse->isQuestioned = !pulse->hasAnswered;
  pulse->hasAnswered = false;
  if (pulse->isQuestioned) {
    OCAPulseForget(library.pa_stream_update_timing_info(pulse->stream, NULL, NULL));
  }
  library.pa_context_rttime_restart(
      pulse->context, event, library.pa_rtclock_now() + watchInterval);
}

static OCAPulseStatus connectContext(
    OCAPulse *pulse, const char *server, const char *name, bool isRetry) {
  pa_mainloop_api *api = library.pa_threaded_mainloop_get_api(pulse->loop);
  pulse->context = library.pa_context_new(api, name);
  if (!pulse->context)
    return OCAPulseNoServer;
  library.pa_context_set_state_callback(pulse->context, contextChanged, pulse);
  pa_context_flags_t flags = isRetry ? PA_CONTEXT_NOAUTOSPAWN : PA_CONTEXT_NOFLAGS;
  if (library.pa_context_connect(pulse->context, server, flags, NULL) < 0)
    return OCAPulseNoServer;
  OCAPulseWait(pulse, contextIsSettled, NULL);
  bool isReady = library.pa_context_get_state(pulse->context) == PA_CONTEXT_READY;
  return isReady ? OCAPulseOK : OCAPulseNoServer;
}

bool OCAPulseMakeStream(
    OCAPulse *pulse, const char *name, uint32_t channelCount, const pa_channel_map *assigned,
    const char *role) {
  pa_sample_spec format = {PA_SAMPLE_FLOAT32NE, (uint32_t)pulse->sampleRate, (uint8_t)channelCount};
  pa_channel_map map;
  if (assigned)
    map = *assigned;
  else if (!library.pa_channel_map_init_auto(&map, channelCount, PA_CHANNEL_MAP_WAVEEX))
    library.pa_channel_map_init_extend(&map, channelCount, PA_CHANNEL_MAP_WAVEEX);
  pa_proplist *properties = library.pa_proplist_new();
  if (role)
    library.pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role);
  library.pa_proplist_sets(properties, OCA_PULSE_OWNER, OCAPulseOwner());
  pulse->stream =
      library.pa_stream_new_with_proplist(pulse->context, name, &format, &map, properties);
  library.pa_proplist_free(properties);
  if (!pulse->stream)
    return false;
  library.pa_stream_set_state_callback(pulse->stream, streamChanged, pulse);
  library.pa_stream_set_latency_update_callback(pulse->stream, timingCame, pulse);
  library.pa_stream_set_moved_callback(pulse->stream, moved, pulse);
  return true;
}

OCAPulseStatus OCAPulseSettleStream(OCAPulse *pulse) {
  OCAPulseWait(pulse, streamIsSettled, NULL);
  bool isReady = library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY;
  return isReady ? OCAPulseOK : OCAPulseRefused;
}

// What a stream to be played wants.
typedef struct {
  uint32_t channelCount;
  int64_t bufferFrames;
  const char *role;
  const char *device;
  const OCAPulseChannels *channels;
} PlaybackWish;

static OCAPulseStatus connectPlayback(OCAPulse *pulse, const char *name, const void *wished) {
  const PlaybackWish *wish = wished;
  OCAPulseAssignment assignment;
  const OCAPulseChannels *channels = wish->channels;
  if (channels && !OCAPulseAssign(pulse, channels, wish->channelCount, true, &assignment))
    return OCAPulseRefused;
  if (!OCAPulseMakeStream(
          pulse, name, wish->channelCount, channels ? &assignment.map : NULL, wish->role))
    return OCAPulseRefused;
  library.pa_stream_set_write_callback(pulse->stream, writable, pulse);
  library.pa_stream_set_event_callback(pulse->stream, eventCame, pulse);
  uint32_t bytes = (uint32_t)(wish->bufferFrames * (int64_t)pulse->frameBytes);
  // Play starts with the first frame, and after an underrun with the first frame that comes.
  pa_buffer_attr buffer = {
      .maxlength = (uint32_t)-1,
      .tlength = bytes,
      .prebuf = (uint32_t)pulse->frameBytes,
      .minreq = bytes / 2 / (uint32_t)pulse->frameBytes * (uint32_t)pulse->frameBytes,
      .fragsize = (uint32_t)-1};
  pa_stream_flags_t flags =
      PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_ADJUST_LATENCY;
  if (channels)
    flags |= PA_STREAM_NO_REMIX_CHANNELS | PA_STREAM_DONT_MOVE;
  const char *device = channels ? assignment.device : wish->device;
  if (library.pa_stream_connect_playback(pulse->stream, device, &buffer, flags, NULL, NULL) < 0)
    return OCAPulseRefused;
  return OCAPulseSettleStream(pulse);
}

// Starts the event thread of a stream that is to be connected.
static bool start(OCAPulse *pulse) {
  pulse->loop = library.pa_threaded_mainloop_new();
  if (!pulse->loop || library.pa_threaded_mainloop_start(pulse->loop) < 0)
    return false;
  library.pa_threaded_mainloop_set_name(pulse->loop, "oca-pulse");
  return true;
}

bool OCAPulseAnswers(const char *server, const char *applicationName) {
  OCAPulse *pulse = OCAPulseLoad() ? calloc(1, sizeof *pulse) : NULL;
  if (!pulse)
    return false;
  bool answers = false;
  if (start(pulse)) {
    library.pa_threaded_mainloop_lock(pulse->loop);
    answers = connectContext(pulse, server, applicationName, true) == OCAPulseOK;
    library.pa_threaded_mainloop_unlock(pulse->loop);
  }
  OCAPulseClose(pulse);
  return answers;
}

OCAPulse *OCAPulseAllocate(
    double sampleRate, uint32_t channelCount, void (*failed)(void *), void *callbackContext) {
  if (channelCount < 1 || channelCount > PA_CHANNELS_MAX || sampleRate < 1 ||
      sampleRate > PA_RATE_MAX || sampleRate != (double)(uint32_t)sampleRate)
    return NULL;
  OCAPulse *pulse = calloc(1, sizeof *pulse);
  if (!pulse)
    return NULL;
  pulse->failed = failed;
  pulse->callbackContext = callbackContext;
  pulse->sampleRate = sampleRate;
  pulse->frameBytes = channelCount * sizeof(float);
  return pulse;
}

OCAPulseStatus OCAPulseOpenStream(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry,
    OCAPulseStatus (*connect)(OCAPulse *pulse, const char *name, const void *wish), const void *wish) {
  if (!start(pulse)) {
    OCAPulseClose(pulse);
    return OCAPulseRefused;
  }
  library.pa_threaded_mainloop_lock(pulse->loop);
  OCAPulseStatus status = connectContext(pulse, server, applicationName, isRetry);
  if (status == OCAPulseOK)
    status = connect(pulse, applicationName, wish);
  if (status == OCAPulseOK) {
    pulse->isOpen = true;
    if (pulse->renderer)
      OCAPulseFeedLocked(pulse);
    pulse->watch = library.pa_context_rttime_new(
        pulse->context, library.pa_rtclock_now() + watchInterval, look, pulse);
  }
  library.pa_threaded_mainloop_unlock(pulse->loop);
  if (status != OCAPulseOK)
    OCAPulseClose(pulse);
  return status;
}

OCAPulseStatus OCAPulseOpen(
    OCAPulse **outPulse, const char *server, const char *applicationName, double sampleRate,
    uint32_t channelCount, int64_t bufferFrames, bool isRetry, const char *role,
    const char *device, const OCAPulseChannels *channels, void *renderer, void (*failed)(void *),
    void (*held)(void *, bool), void *callbackContext) {
  if (!OCAPulseLoad())
    return OCAPulseNoLibrary;
  OCAPulse *pulse = OCAPulseAllocate(sampleRate, channelCount, failed, callbackContext);
  if (!pulse)
    return OCAPulseRefused;
  pulse->renderer = renderer;
  pulse->held = held;
  PlaybackWish wish = {channelCount, bufferFrames, role, device, channels};
  OCAPulseStatus status =
      OCAPulseOpenStream(pulse, server, applicationName, isRetry, connectPlayback, &wish);
  if (status == OCAPulseOK)
    *outPulse = pulse;
  return status;
}

void OCAPulseClose(OCAPulse *pulse) {
  if (pulse->loop) {
    library.pa_threaded_mainloop_lock(pulse->loop);
    pulse->isOpen = false;
    if (pulse->watch)
      library.pa_threaded_mainloop_get_api(pulse->loop)->time_free(pulse->watch);
    if (pulse->stream) {
      library.pa_stream_set_state_callback(pulse->stream, NULL, NULL);
      library.pa_stream_set_write_callback(pulse->stream, NULL, NULL);
      library.pa_stream_set_read_callback(pulse->stream, NULL, NULL);
      library.pa_stream_set_latency_update_callback(pulse->stream, NULL, NULL);
      library.pa_stream_set_moved_callback(pulse->stream, NULL, NULL);
      library.pa_stream_set_event_callback(pulse->stream, NULL, NULL);
      library.pa_stream_disconnect(pulse->stream);
      library.pa_stream_unref(pulse->stream);
    }
    if (pulse->context) {
      library.pa_context_set_state_callback(pulse->context, NULL, NULL);
      library.pa_context_disconnect(pulse->context);
      library.pa_context_unref(pulse->context);
    }
    library.pa_threaded_mainloop_unlock(pulse->loop);
    library.pa_threaded_mainloop_stop(pulse->loop);
    library.pa_threaded_mainloop_free(pulse->loop);
  }
  free(pulse);
}
#endif
