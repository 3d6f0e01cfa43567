#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <stdlib.h>

// Ends a stream that was dropped before the server had made it, when ending it was impossible.
static void endOnceMade(pa_stream *stream, void *userData) {
  (void)userData;
  if (library.pa_stream_get_state(stream) == PA_STREAM_READY)
    library.pa_stream_disconnect(stream);
}

void OCAPulseDropStreamLocked(OCAPulse *pulse) {
  if (!pulse->stream)
    return;
  library.pa_stream_set_state_callback(pulse->stream, NULL, NULL);
  library.pa_stream_set_write_callback(pulse->stream, NULL, NULL);
  library.pa_stream_set_read_callback(pulse->stream, NULL, NULL);
  library.pa_stream_set_latency_update_callback(pulse->stream, NULL, NULL);
  library.pa_stream_set_moved_callback(pulse->stream, NULL, NULL);
  library.pa_stream_set_event_callback(pulse->stream, NULL, NULL);
  if (library.pa_stream_get_state(pulse->stream) == PA_STREAM_CREATING)
    library.pa_stream_set_state_callback(pulse->stream, endOnceMade, NULL);
  else
    library.pa_stream_disconnect(pulse->stream);
  // The connection retains the stream until it ends.
  library.pa_stream_unref(pulse->stream);
  pulse->stream = NULL;
  pulse->isHeld = false;
  pulse->hasAnswered = false;
  pulse->timingNanoseconds = 0;
  pulse->isStarved = false;
  pulse->isDraining = false;
  pulse->holeBytes = 0;
  pulse->skippedFrames = 0;
}

void OCAPulseDisconnectLocked(OCAPulse *pulse) {
  if (!pulse->context)
    return;
  library.pa_context_set_state_callback(pulse->context, NULL, NULL);
  library.pa_context_disconnect(pulse->context);
  library.pa_context_unref(pulse->context);
  pulse->context = NULL;
}

void OCAPulseClose(OCAPulse *pulse) {
  if (pulse->loop) {
    library.pa_threaded_mainloop_lock(pulse->loop);
    pulse->isOpen = false;
    if (pulse->watch)
      library.pa_threaded_mainloop_get_api(pulse->loop)->time_free(pulse->watch);
    OCAPulseDropStreamLocked(pulse);
    OCAPulseDisconnectLocked(pulse);
    library.pa_threaded_mainloop_unlock(pulse->loop);
    library.pa_threaded_mainloop_stop(pulse->loop);
    library.pa_threaded_mainloop_free(pulse->loop);
  }
  free(pulse);
}
#endif
