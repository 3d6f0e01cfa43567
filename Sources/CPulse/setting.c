#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE
#include "Watching.h"

// Locks the loop, and returns the context if the server answers.
static pa_context *lockReady(OCAPulseWatch *watch) {
  library.pa_threaded_mainloop_lock(watch->loop);
  bool isReady = watch->context && library.pa_context_get_state(watch->context) == PA_CONTEXT_READY;
  return isReady ? watch->context : NULL;
}

void OCAPulseWatchSetVolume(
    OCAPulseWatch *watch, bool isOutput, const char *name, uint32_t channelCount, double volume) {
  if (channelCount < 1 || channelCount > PA_CHANNELS_MAX || !(volume >= 0 && volume <= 1))
    return;
  pa_cvolume all;
  library.pa_cvolume_set(&all, channelCount, (pa_volume_t)(volume * PA_VOLUME_NORM + 0.5));
  pa_context *context = lockReady(watch);
  if (context)
    forget(isOutput
        ? library.pa_context_set_sink_volume_by_name(context, name, &all, NULL, NULL)
        : library.pa_context_set_source_volume_by_name(context, name, &all, NULL, NULL));
  library.pa_threaded_mainloop_unlock(watch->loop);
}

void OCAPulseWatchSetDefault(OCAPulseWatch *watch, bool isOutput, const char *name) {
  pa_context *context = lockReady(watch);
  if (context)
    forget(isOutput ? library.pa_context_set_default_sink(context, name, NULL, NULL)
                    : library.pa_context_set_default_source(context, name, NULL, NULL));
  library.pa_threaded_mainloop_unlock(watch->loop);
}
#endif
