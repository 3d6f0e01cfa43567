#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

// The time limit for connecting and for requests to the server.
static const pa_usec_t patience = 2000000;

void OCAPulseTell(OCAPulse *pulse, OCAPulseEvent event) {
  if (pulse->isOpen)
    pulse->event(pulse->callbackContext, event);
}

void OCAPulseReport(OCAPulse *pulse) {
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
  if (pulse->isOpen && !pulse->hasFailed) {
    pulse->hasFailed = true;
    OCAPulseTell(pulse, OCAPulseLost);
  }
}

// The time limit of a waiting thread.
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
#endif
