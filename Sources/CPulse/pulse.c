#ifdef OCA_PULSEAUDIO
#define _GNU_SOURCE
#include "CPulse.h"

#include <CAudioRealtime.h>
#include <dlfcn.h>
#include <pthread.h>
#include <pulse/pulseaudio.h>
#include <stdlib.h>
#include <string.h>

// Every function of libpulse that is used here.
#define FUNCTIONS(X)                                                                              \
  X(pa_channel_map_init_auto)                                                                     \
  X(pa_channel_map_init_extend)                                                                   \
  X(pa_context_connect)                                                                           \
  X(pa_context_disconnect)                                                                        \
  X(pa_context_get_sink_info_by_index)                                                            \
  X(pa_context_get_state)                                                                         \
  X(pa_context_new)                                                                               \
  X(pa_context_rttime_new)                                                                        \
  X(pa_context_set_state_callback)                                                                \
  X(pa_context_unref)                                                                             \
  X(pa_operation_get_state)                                                                       \
  X(pa_operation_unref)                                                                           \
  X(pa_rtclock_now)                                                                               \
  X(pa_stream_begin_write)                                                                        \
  X(pa_stream_cancel_write)                                                                       \
  X(pa_stream_connect_playback)                                                                   \
  X(pa_stream_cork)                                                                               \
  X(pa_stream_disconnect)                                                                         \
  X(pa_stream_get_device_index)                                                                   \
  X(pa_stream_get_state)                                                                          \
  X(pa_stream_get_time)                                                                           \
  X(pa_stream_get_timing_info)                                                                    \
  X(pa_stream_new)                                                                                \
  X(pa_stream_set_state_callback)                                                                 \
  X(pa_stream_set_write_callback)                                                                 \
  X(pa_stream_unref)                                                                              \
  X(pa_stream_update_timing_info)                                                                 \
  X(pa_stream_writable_size)                                                                      \
  X(pa_stream_write)                                                                              \
  X(pa_threaded_mainloop_free)                                                                    \
  X(pa_threaded_mainloop_get_api)                                                                 \
  X(pa_threaded_mainloop_lock)                                                                    \
  X(pa_threaded_mainloop_new)                                                                     \
  X(pa_threaded_mainloop_set_name)                                                                \
  X(pa_threaded_mainloop_signal)                                                                  \
  X(pa_threaded_mainloop_start)                                                                   \
  X(pa_threaded_mainloop_stop)                                                                    \
  X(pa_threaded_mainloop_unlock)                                                                  \
  X(pa_threaded_mainloop_wait)

static struct {
#define DECLARE(name) __typeof__(&name) name;
  FUNCTIONS(DECLARE)
#undef DECLARE
} library;
static bool isLoaded;

static void load(void) {
  void *handle = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return;
#define RESOLVE(name)                                                                             \
  if (!(library.name = (__typeof__(&name))dlsym(handle, #name)))                                  \
    return;
  FUNCTIONS(RESOLVE)
#undef RESOLVE
  isLoaded = true;
}

// The longest that connecting, or a question to the server, may take.
static const int64_t patience = 2000000000;

struct OCAPulse {
  pa_threaded_mainloop *loop;
  pa_context *context;
  pa_stream *stream;
  void *renderer;
  void (*failed)(void *);
  void *failedContext;
  double sampleRate;
  size_t frameBytes;
  int64_t writtenFrames;
  int64_t heardFrames;
  bool isOpen;
  bool hasFailed;
  bool isTimeUp;
  double sinkRate;
  uint32_t sinkChannels;
};

static void report(OCAPulse *pulse) {
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
  if (pulse->isOpen && !pulse->hasFailed) {
    pulse->hasFailed = true;
    pulse->failed(pulse->failedContext);
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

static void timeIsUp(
    pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *userData) {
  (void)api, (void)event, (void)time;
  OCAPulse *pulse = userData;
  pulse->isTimeUp = true;
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
}

// Waits, with the lock held, until `isDone` says so or patience ends.
static bool waitFor(OCAPulse *pulse, bool (*isDone)(OCAPulse *pulse, void *data), void *data) {
  pa_mainloop_api *api = library.pa_threaded_mainloop_get_api(pulse->loop);
  pulse->isTimeUp = false;
  pa_time_event *alarm = library.pa_context_rttime_new(
      pulse->context, library.pa_rtclock_now() + patience / 1000, timeIsUp, pulse);
  bool done;
  while (!(done = isDone(pulse, data)) && !pulse->isTimeUp)
    library.pa_threaded_mainloop_wait(pulse->loop);
  if (alarm)
    api->time_free(alarm);
  return done;
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

static bool operationIsSettled(OCAPulse *pulse, void *data) {
  (void)pulse;
  return library.pa_operation_get_state(data) != PA_OPERATION_RUNNING;
}

// Renders up to `bytes` into the stream from `offset` on, with the lock held.
static void render(OCAPulse *pulse, size_t bytes, int64_t offset) {
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
      return;
    }
    size_t gotBytes = (size_t)got * pulse->frameBytes;
    if (library.pa_stream_write(
            pulse->stream, block, gotBytes, NULL, offset, PA_SEEK_RELATIVE) != 0)
      return;
    pulse->writtenFrames += got + offset / (int64_t)pulse->frameBytes;
    offset = 0;
    bytes -= gotBytes;
    if (got < wanted)
      return;
  }
}

static void feed(OCAPulse *pulse) {
  if (library.pa_stream_get_state(pulse->stream) != PA_STREAM_READY)
    return;
  size_t bytes = library.pa_stream_writable_size(pulse->stream);
  if (bytes != (size_t)-1)
    render(pulse, bytes, 0);
}

static void writable(pa_stream *stream, size_t bytes, void *userData) {
  (void)stream, (void)bytes;
  feed(userData);
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
  waitFor(pulse, contextIsSettled, NULL);
  bool isReady = library.pa_context_get_state(pulse->context) == PA_CONTEXT_READY;
  return isReady ? OCAPulseOK : OCAPulseNoServer;
}

static OCAPulseStatus connectStream(
    OCAPulse *pulse, const char *name, uint32_t channelCount, int64_t bufferFrames) {
  pa_sample_spec format = {PA_SAMPLE_FLOAT32NE, (uint32_t)pulse->sampleRate, (uint8_t)channelCount};
  pa_channel_map map;
  if (!library.pa_channel_map_init_auto(&map, channelCount, PA_CHANNEL_MAP_WAVEEX))
    library.pa_channel_map_init_extend(&map, channelCount, PA_CHANNEL_MAP_WAVEEX);
  pulse->stream = library.pa_stream_new(pulse->context, name, &format, &map);
  if (!pulse->stream)
    return OCAPulseRefused;
  library.pa_stream_set_state_callback(pulse->stream, streamChanged, pulse);
  library.pa_stream_set_write_callback(pulse->stream, writable, pulse);
  uint32_t bytes = (uint32_t)(bufferFrames * (int64_t)pulse->frameBytes);
  // Play starts with the first frame, and after an underrun with the first frame that comes.
  pa_buffer_attr buffer = {
      .maxlength = (uint32_t)-1,
      .tlength = bytes,
      .prebuf = (uint32_t)pulse->frameBytes,
      .minreq = bytes / 4 / (uint32_t)pulse->frameBytes * (uint32_t)pulse->frameBytes,
      .fragsize = (uint32_t)-1};
  pa_stream_flags_t flags =
      PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_ADJUST_LATENCY;
  if (library.pa_stream_connect_playback(pulse->stream, NULL, &buffer, flags, NULL, NULL) < 0)
    return OCAPulseRefused;
  waitFor(pulse, streamIsSettled, NULL);
  bool isReady = library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY;
  return isReady ? OCAPulseOK : OCAPulseRefused;
}

OCAPulseStatus OCAPulseOpen(
    OCAPulse **outPulse, const char *server, const char *applicationName, double sampleRate,
    uint32_t channelCount, int64_t bufferFrames, bool isRetry, void *renderer, void (*failed)(void *),
    void *failedContext) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!isLoaded)
    return OCAPulseNoLibrary;
  if (channelCount < 1 || channelCount > PA_CHANNELS_MAX || sampleRate < 1 ||
      sampleRate > PA_RATE_MAX || sampleRate != (double)(uint32_t)sampleRate)
    return OCAPulseRefused;
  OCAPulse *pulse = calloc(1, sizeof *pulse);
  if (!pulse)
    return OCAPulseRefused;
  pulse->renderer = renderer;
  pulse->failed = failed;
  pulse->failedContext = failedContext;
  pulse->sampleRate = sampleRate;
  pulse->frameBytes = channelCount * sizeof(float);
  pulse->loop = library.pa_threaded_mainloop_new();
  if (!pulse->loop || library.pa_threaded_mainloop_start(pulse->loop) < 0) {
    OCAPulseClose(pulse);
    return OCAPulseRefused;
  }
  library.pa_threaded_mainloop_set_name(pulse->loop, "oca-pulse");
  library.pa_threaded_mainloop_lock(pulse->loop);
  OCAPulseStatus status = connectContext(pulse, server, applicationName, isRetry);
  if (status == OCAPulseOK)
    status = connectStream(pulse, applicationName, channelCount, bufferFrames);
  if (status == OCAPulseOK) {
    pulse->isOpen = true;
    feed(pulse);
  }
  library.pa_threaded_mainloop_unlock(pulse->loop);
  if (status == OCAPulseOK)
    *outPulse = pulse;
  else
    OCAPulseClose(pulse);
  return status;
}

void OCAPulseClose(OCAPulse *pulse) {
  if (pulse->loop) {
    library.pa_threaded_mainloop_lock(pulse->loop);
    pulse->isOpen = false;
    if (pulse->stream) {
      library.pa_stream_set_state_callback(pulse->stream, NULL, NULL);
      library.pa_stream_set_write_callback(pulse->stream, NULL, NULL);
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

void OCAPulseFeed(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  feed(pulse);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

static void forget(pa_operation *operation) {
  if (operation)
    library.pa_operation_unref(operation);
}

void OCAPulseSetPaused(OCAPulse *pulse, bool isPaused) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  forget(library.pa_stream_cork(pulse->stream, isPaused, NULL, NULL));
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

// Brings `heardFrames` up to date, with the lock held.
static void updateHeard(OCAPulse *pulse) {
  pa_usec_t time = 0;
  if (library.pa_stream_get_time(pulse->stream, &time) != 0)
    return;
  int64_t frames = (int64_t)((double)time * pulse->sampleRate / 1e6 + 0.5);
  // A stream that ran dry stands still in libpulse's count by the latency of its sink, even when the
  // sink has since played that much silence behind it.
  const pa_timing_info *timing = library.pa_stream_get_timing_info(pulse->stream);
  if (timing && !timing->playing && timing->since_underrun >= 0 &&
      timing->read_index >= pulse->writtenFrames * (int64_t)pulse->frameBytes &&
      (double)timing->since_underrun / (double)pulse->frameBytes / pulse->sampleRate * 1e6 >=
          (double)timing->sink_usec)
    frames = pulse->writtenFrames;
  if (frames > pulse->writtenFrames)
    frames = pulse->writtenFrames;
  if (frames > pulse->heardFrames)
    pulse->heardFrames = frames;
}

void OCAPulseRevise(OCAPulse *pulse, int64_t marginNanoseconds) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  if (library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY) {
    updateHeard(pulse);
    int64_t margin = (int64_t)((double)marginNanoseconds * pulse->sampleRate / 1e9);
    int64_t unheard = pulse->writtenFrames - pulse->heardFrames - margin;
    int64_t back = unheard > 0 ? OCARendererRewind(pulse->renderer, unheard) : 0;
    if (back > 0) {
      int64_t frameBytes = (int64_t)pulse->frameBytes;
      render(pulse, (size_t)(back * frameBytes), -back * frameBytes);
    }
  }
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulsePosition(OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  updateHeard(pulse);
  *outFrames = pulse->heardFrames;
  *outNanoseconds = OCAMonotonicNanoseconds();
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulseUpdateTiming(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  forget(library.pa_stream_update_timing_info(pulse->stream, NULL, NULL));
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

static void takeSink(pa_context *context, const pa_sink_info *sink, int isLast, void *userData) {
  (void)context;
  OCAPulse *pulse = userData;
  if (!isLast && sink) {
    pulse->sinkRate = sink->sample_spec.rate;
    pulse->sinkChannels = sink->sample_spec.channels;
  }
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
}

void OCAPulseSinkFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  pulse->sinkRate = 0;
  pulse->sinkChannels = 0;
  if (library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY) {
    uint32_t index = library.pa_stream_get_device_index(pulse->stream);
    pa_operation *operation =
        library.pa_context_get_sink_info_by_index(pulse->context, index, takeSink, pulse);
    if (operation) {
      waitFor(pulse, operationIsSettled, operation);
      library.pa_operation_unref(operation);
    }
  }
  *outSampleRate = pulse->sinkRate;
  *outChannelCount = pulse->sinkChannels;
  library.pa_threaded_mainloop_unlock(pulse->loop);
}
#endif
