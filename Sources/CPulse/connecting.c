#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <stdlib.h>
#include <string.h>

static void contextChanged(pa_context *context, void *userData) {
  OCAPulse *pulse = userData;
  if (PA_CONTEXT_IS_GOOD(library.pa_context_get_state(context)))
    library.pa_threaded_mainloop_signal(pulse->loop, 0);
  else
    OCAPulseReport(pulse);
}

static bool contextIsSettled(OCAPulse *pulse, void *data) {
  (void)data;
  pa_context_state_t state = library.pa_context_get_state(pulse->context);
  return state == PA_CONTEXT_READY || !PA_CONTEXT_IS_GOOD(state);
}

// Handles the answer at any time, even after the wait for it has ended.
static void takeServer(pa_context *context, const pa_server_info *server, void *userData) {
  (void)context;
  OCAPulse *pulse = userData;
  // Source: module-protocol-pulse of PipeWire, which identifies itself as "PulseAudio (on PipeWire
  // 0.3.65)".
  pulse->isPipeWire = server && server->server_name && strstr(server->server_name, "PipeWire");
  library.pa_threaded_mainloop_signal(pulse->loop, 0);
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
  if (library.pa_context_get_state(pulse->context) != PA_CONTEXT_READY)
    return OCAPulseNoServer;
  OCAPulseFinish(pulse, library.pa_context_get_server_info(pulse->context, takeServer, pulse));
  return OCAPulseOK;
}

// Starts the event thread.
static bool start(OCAPulse *pulse) {
  pulse->loop = library.pa_threaded_mainloop_new();
  if (!pulse->loop || library.pa_threaded_mainloop_start(pulse->loop) < 0)
    return false;
  library.pa_threaded_mainloop_set_name(pulse->loop, "oca-pulse");
  return true;
}

OCAPulseStatus OCAPulseConnect(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry) {
  if (!pulse->loop && !start(pulse))
    return OCAPulseRefused;
  library.pa_threaded_mainloop_lock(pulse->loop);
  // An earlier connection may be lost by now.
  if (pulse->context && library.pa_context_get_state(pulse->context) != PA_CONTEXT_READY) {
    OCAPulseDropStreamLocked(pulse);
    OCAPulseDisconnectLocked(pulse);
  }
  OCAPulseStatus status =
      pulse->context ? OCAPulseOK : connectContext(pulse, server, applicationName, isRetry);
  library.pa_threaded_mainloop_unlock(pulse->loop);
  return status;
}

OCAPulse *OCAPulseMake(void) {
  OCAPulse *pulse = OCAPulseLoad() ? calloc(1, sizeof *pulse) : NULL;
  if (pulse && !start(pulse)) {
    OCAPulseClose(pulse);
    return NULL;
  }
  return pulse;
}

OCAPulseStatus OCAPulseReach(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry) {
  OCAPulseStatus status = OCAPulseConnect(pulse, server, applicationName, isRetry);
  if (status != OCAPulseOK)
    OCAPulseClose(pulse);
  return status;
}

bool OCAPulseAnswers(const char *server, const char *applicationName) {
  OCAPulse *pulse = OCAPulseMake();
  if (!pulse || OCAPulseReach(pulse, server, applicationName, true) != OCAPulseOK)
    return false;
  OCAPulseClose(pulse);
  return true;
}
#endif
