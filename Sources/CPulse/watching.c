#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE
#include "Watching.h"

#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

// The first and the longest delay before another attempt to connect, in milliseconds.
static const int firstDelay = 100;
static const int longestDelay = 4000;

static void connectLater(OCAPulseWatch *watch);
static void ask(OCAPulseWatch *watch);

// MARK: Answers

static void takeServer(pa_context *context, const pa_server_info *server, void *userData) {
  (void)context;
  OCAPulseWatch *watch = userData;
  if (server)
    watch->watcher.named(
        watch->watcher.context, server->default_sink_name, server->default_source_name);
}

static double loudest(const pa_cvolume *volume) {
  return (double)library.pa_cvolume_max(volume) / PA_VOLUME_NORM;
}

static void tellDevice(OCAPulseWatch *watch, OCAPulseDevice *device, const pa_channel_map *map,
    pa_proplist *properties) {
  int32_t positions[PA_CHANNELS_MAX];
  device->channelCount = map->channels;
  for (unsigned channel = 0; channel < map->channels; channel += 1)
    positions[channel] = map->map[channel];
  device->channelPositions = positions;
  device->formFactor = library.pa_proplist_gets(properties, PA_PROP_DEVICE_FORM_FACTOR);
  device->bus = library.pa_proplist_gets(properties, PA_PROP_DEVICE_BUS);
  if (!device->description)
    device->description = device->name;
  watch->watcher.foundDevice(watch->watcher.context, device);
}

static void takeSink(pa_context *context, const pa_sink_info *sink, int isLast, void *userData) {
  (void)context;
  OCAPulseWatch *watch = userData;
  if (isLast || !sink)
    return;
  OCAPulseDevice device = {
      .isOutput = true,
      .index = sink->index,
      .name = sink->name,
      .description = sink->description,
      .sampleRate = sink->sample_spec.rate,
      .volume = sink->mute ? 0 : loudest(&sink->volume),
      .latency = sink->latency,
      .configuredLatency = sink->configured_latency,
      .isHardware = sink->flags & PA_SINK_HARDWARE};
  tellDevice(watch, &device, &sink->channel_map, sink->proplist);
  for (uint32_t index = 0; index < sink->n_ports; index += 1) {
    const pa_sink_port_info *info = sink->ports[index];
    OCAPulsePort port = {
        .name = info->name,
        .description = info->description ? info->description : info->name,
        .type = OCAPulseKnowsPortTypes() ? (OCAPulsePortType)info->type : OCAPulsePortUnknown,
        .isUnplugged = info->available == PA_PORT_AVAILABLE_NO,
        .isActive = info == sink->active_port};
    watch->watcher.foundPort(watch->watcher.context, &port);
  }
}

static void takeSource(pa_context *context, const pa_source_info *source, int isLast, void *userData) {
  (void)context;
  OCAPulseWatch *watch = userData;
  // A sink's monitor is not a connected device.
  if (isLast || !source || source->monitor_of_sink != PA_INVALID_INDEX)
    return;
  OCAPulseDevice device = {
      .index = source->index,
      .name = source->name,
      .description = source->description,
      .sampleRate = source->sample_spec.rate,
      .volume = source->mute ? 0 : loudest(&source->volume),
      .latency = source->latency,
      .configuredLatency = source->configured_latency,
      .isHardware = source->flags & PA_SOURCE_HARDWARE};
  tellDevice(watch, &device, &source->channel_map, source->proplist);
  for (uint32_t index = 0; index < source->n_ports; index += 1) {
    const pa_source_port_info *info = source->ports[index];
    OCAPulsePort port = {
        .name = info->name,
        .description = info->description ? info->description : info->name,
        .type = OCAPulseKnowsPortTypes() ? (OCAPulsePortType)info->type : OCAPulsePortUnknown,
        .isUnplugged = info->available == PA_PORT_AVAILABLE_NO,
        .isActive = info == source->active_port};
    watch->watcher.foundPort(watch->watcher.context, &port);
  }
}

static void takeStream(
    pa_context *context, const pa_sink_input_info *input, int isLast, void *userData) {
  (void)context;
  OCAPulseWatch *watch = userData;
  if (!isLast && input) {
    const char *owner = library.pa_proplist_gets(input->proplist, OCA_PULSE_OWNER);
    OCAPulsePlayingStream stream = {
        .isOwn = owner && !strcmp(owner, OCAPulseOwner()),
        .device = input->sink,
        .isCorked = input->corked,
        .role = library.pa_proplist_gets(input->proplist, PA_PROP_MEDIA_ROLE)};
    watch->watcher.foundStream(watch->watcher.context, &stream);
    return;
  }
  // The last of all answers.
  watch->isAsking = false;
  if (isLast < 0)
    return;
  if (watch->isStale) {
    ask(watch);
    return;
  }
  watch->delay = firstDelay;
  watch->isLost = false;
  watch->watcher.completed(watch->watcher.context);
}

// MARK: Requests

// Requests the complete state. Answers arrive in the order of the requests, and change events
// arrive between them. Without such an event, the answers describe the state at one moment.
static void ask(OCAPulseWatch *watch) {
  if (watch->isAsking) {
    watch->isStale = true;
    return;
  }
  if (!watch->context || library.pa_context_get_state(watch->context) != PA_CONTEXT_READY)
    return;
  watch->isAsking = true;
  watch->isStale = false;
  watch->watcher.began(watch->watcher.context);
  forget(library.pa_context_get_server_info(watch->context, takeServer, watch));
  forget(library.pa_context_get_sink_info_list(watch->context, takeSink, watch));
  forget(library.pa_context_get_source_info_list(watch->context, takeSource, watch));
  forget(library.pa_context_get_sink_input_info_list(watch->context, takeStream, watch));
}

static void changed(
    pa_context *context, pa_subscription_event_type_t type, uint32_t index, void *userData) {
  (void)context, (void)type, (void)index;
  ask(userData);
}

// MARK: Connecting

static void contextChanged(pa_context *context, void *userData) {
  OCAPulseWatch *watch = userData;
  pa_context_state_t state = library.pa_context_get_state(context);
  if (state == PA_CONTEXT_READY) {
    library.pa_context_set_subscribe_callback(context, changed, watch);
    pa_subscription_mask_t mask = PA_SUBSCRIPTION_MASK_SINK | PA_SUBSCRIPTION_MASK_SOURCE |
                                  PA_SUBSCRIPTION_MASK_SINK_INPUT | PA_SUBSCRIPTION_MASK_SERVER |
                                  PA_SUBSCRIPTION_MASK_CARD;
    forget(library.pa_context_subscribe(context, mask, NULL, NULL));
    ask(watch);
  } else if (!PA_CONTEXT_IS_GOOD(state)) {
    connectLater(watch);
  }
}

static void dropContext(OCAPulseWatch *watch) {
  if (!watch->context)
    return;
  library.pa_context_set_state_callback(watch->context, NULL, NULL);
  library.pa_context_set_subscribe_callback(watch->context, NULL, NULL);
  library.pa_context_disconnect(watch->context);
  library.pa_context_unref(watch->context);
  watch->context = NULL;
  watch->isAsking = false;
  // Threads that wait for an answer get none.
  library.pa_threaded_mainloop_signal(watch->loop, 0);
}

static void connectNow(
    pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *userData) {
  (void)time;
  OCAPulseWatch *watch = userData;
  if (event)
    api->time_free(event);
  watch->retry = NULL;
  dropContext(watch);
  watch->context = library.pa_context_new(api, watch->name);
  if (watch->context) {
    library.pa_context_set_state_callback(watch->context, contextChanged, watch);
    if (library.pa_context_connect(
            watch->context, watch->server, PA_CONTEXT_NOAUTOSPAWN, NULL) >= 0)
      return;
  }
  connectLater(watch);
}

// Tries again after a delay, and reports the server as lost.
static void connectLater(OCAPulseWatch *watch) {
  if (watch->retry)
    return;
  pa_mainloop_api *api = library.pa_threaded_mainloop_get_api(watch->loop);
  struct timeval time;
  gettimeofday(&time, NULL);
  time.tv_usec += watch->delay * 1000;
  time.tv_sec += time.tv_usec / 1000000;
  time.tv_usec %= 1000000;
  watch->retry = api->time_new(api, &time, connectNow, watch);
  watch->delay = watch->delay * 2 < longestDelay ? watch->delay * 2 : longestDelay;
  if (!watch->isLost) {
    watch->isLost = true;
    watch->watcher.lost(watch->watcher.context);
  }
}

OCAPulseWatch *OCAPulseWatchStart(
    const char *server, const char *applicationName, OCAPulseWatcher watcher) {
  OCAPulseWatch *watch = OCAPulseLoad() ? calloc(1, sizeof *watch) : NULL;
  if (!watch)
    return NULL;
  watch->watcher = watcher;
  watch->delay = firstDelay;
  watch->server = server ? strdup(server) : NULL;
  watch->name = strdup(applicationName);
  watch->loop = library.pa_threaded_mainloop_new();
  bool isReady = watch->name && (watch->server || !server) && watch->loop;
  if (!isReady || library.pa_threaded_mainloop_start(watch->loop) < 0) {
    if (watch->loop)
      library.pa_threaded_mainloop_free(watch->loop);
    free(watch->server);
    free(watch->name);
    free(watch);
    return NULL;
  }
  library.pa_threaded_mainloop_set_name(watch->loop, "oca-watch");
  library.pa_threaded_mainloop_lock(watch->loop);
  connectNow(library.pa_threaded_mainloop_get_api(watch->loop), NULL, NULL, watch);
  library.pa_threaded_mainloop_unlock(watch->loop);
  return watch;
}

void OCAPulseWatchRefresh(OCAPulseWatch *watch) {
  library.pa_threaded_mainloop_lock(watch->loop);
  ask(watch);
  library.pa_threaded_mainloop_unlock(watch->loop);
}

void OCAPulseWatchStop(OCAPulseWatch *watch) {
  library.pa_threaded_mainloop_lock(watch->loop);
  if (watch->retry)
    library.pa_threaded_mainloop_get_api(watch->loop)->time_free(watch->retry);
  dropContext(watch);
  library.pa_threaded_mainloop_unlock(watch->loop);
  library.pa_threaded_mainloop_stop(watch->loop);
  library.pa_threaded_mainloop_free(watch->loop);
  free(watch->server);
  free(watch->name);
  free(watch);
}
#endif
