#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE
#include "Watching.h"

// The time limit for an answer.
static const pa_usec_t patience = 2000000;

// A request to the server, on the stack of a waiting thread.
typedef struct {
  pa_threaded_mainloop *loop;
  bool isDone;
  bool isTimeUp;
} Request;

static void answered(pa_context *context, int isDone, void *userData) {
  (void)context;
  Request *request = userData;
  request->isDone = isDone;
  library.pa_threaded_mainloop_signal(request->loop, 0);
}

static void timeIsUp(
    pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *userData) {
  (void)api, (void)event, (void)time;
  Request *request = userData;
  request->isTimeUp = true;
  library.pa_threaded_mainloop_signal(request->loop, 0);
}

// Locks the loop, and returns the context if the server answers.
static pa_context *lockReady(OCAPulseWatch *watch) {
  library.pa_threaded_mainloop_lock(watch->loop);
  bool isReady = watch->context && library.pa_context_get_state(watch->context) == PA_CONTEXT_READY;
  return isReady ? watch->context : NULL;
}

// Waits for the server's answer to an operation, with the lock held, and releases the operation.
static bool isDone(pa_context *context, pa_operation *operation, Request *request) {
  if (!operation)
    return false;
  pa_time_event *alarm = library.pa_context_rttime_new(
      context, library.pa_rtclock_now() + patience, timeIsUp, request);
  while (alarm && !request->isTimeUp &&
         library.pa_operation_get_state(operation) == PA_OPERATION_RUNNING)
    library.pa_threaded_mainloop_wait(request->loop);
  if (alarm)
    library.pa_threaded_mainloop_get_api(request->loop)->time_free(alarm);
  // A late answer must not find the request.
  if (library.pa_operation_get_state(operation) == PA_OPERATION_RUNNING)
    library.pa_operation_cancel(operation);
  library.pa_operation_unref(operation);
  return request->isDone;
}

bool OCAPulseWatchSetVolume(
    OCAPulseWatch *watch, bool isOutput, const char *name, uint32_t channelCount, double volume) {
  if (channelCount < 1 || channelCount > PA_CHANNELS_MAX || !(volume >= 0 && volume <= 1))
    return false;
  pa_cvolume all;
  library.pa_cvolume_set(&all, channelCount, (pa_volume_t)(volume * PA_VOLUME_NORM + 0.5));
  pa_context *context = lockReady(watch);
  Request request = {.loop = watch->loop};
  bool isSet =
      context &&
      isDone(context,
          isOutput
              ? library.pa_context_set_sink_volume_by_name(context, name, &all, answered, &request)
              : library.pa_context_set_source_volume_by_name(context, name, &all, answered, &request),
          &request);
  library.pa_threaded_mainloop_unlock(watch->loop);
  return isSet;
}

bool OCAPulseWatchSetDefault(OCAPulseWatch *watch, bool isOutput, const char *name) {
  pa_context *context = lockReady(watch);
  Request request = {.loop = watch->loop};
  bool isSet =
      context &&
      isDone(context,
          isOutput ? library.pa_context_set_default_sink(context, name, answered, &request)
                   : library.pa_context_set_default_source(context, name, answered, &request),
          &request);
  library.pa_threaded_mainloop_unlock(watch->loop);
  return isSet;
}
#endif
