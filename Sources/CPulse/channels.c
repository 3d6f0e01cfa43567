#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <string.h>

// The channels of a device, after the server's answer.
typedef struct {
  OCAPulse *pulse;
  pa_channel_map map;
  bool isThere;
} Answer;

static void take(Answer *answer, const pa_channel_map *map, int isLast) {
  if (!isLast && map) {
    answer->map = *map;
    answer->isThere = true;
  }
  library.pa_threaded_mainloop_signal(answer->pulse->loop, 0);
}

static void takeSink(pa_context *context, const pa_sink_info *sink, int isLast, void *answer) {
  (void)context;
  take(answer, sink ? &sink->channel_map : NULL, isLast);
}

static void takeSource(pa_context *context, const pa_source_info *source, int isLast, void *answer) {
  (void)context;
  take(answer, source ? &source->channel_map : NULL, isLast);
}

// Whether the server has a device with this name.
static bool ask(OCAPulse *pulse, const char *device, bool isOutput, Answer *answer) {
  pa_operation *operation =
      isOutput
          ? library.pa_context_get_sink_info_by_name(pulse->context, device, takeSink, answer)
          : library.pa_context_get_source_info_by_name(pulse->context, device, takeSource, answer);
  OCAPulseFinish(pulse, operation);
  return answer->isThere;
}

// Returns a position that no channel of the device has, so that audio at this position is silent.
static pa_channel_position_t nowhere(const pa_channel_map *map) {
  for (int position = PA_CHANNEL_POSITION_AUX31; position >= PA_CHANNEL_POSITION_AUX0; position--) {
    bool isTaken = false;
    for (unsigned index = 0; index < map->channels; index++)
      isTaken |= map->map[index] == (pa_channel_position_t)position;
    if (!isTaken)
      return (pa_channel_position_t)position;
  }
  return PA_CHANNEL_POSITION_INVALID;
}

bool OCAPulseAssign(
    OCAPulse *pulse, const OCAPulseChannels *channels, uint32_t channelCount, bool isOutput,
    OCAPulseAssignment *outAssignment) {
  size_t length = strlen(channels->device);
  if (length == 0 || length >= sizeof outAssignment->device)
    return false;
  memcpy(outAssignment->device, channels->device, length + 1);
  Answer answer = {.pulse = pulse};
  while (!ask(pulse, outAssignment->device, isOutput, &answer)) {
    // The port follows the device in the name.
    char *colon = strrchr(outAssignment->device, ':');
    if (!colon || colon == outAssignment->device)
      return false;
    *colon = 0;
  }
  outAssignment->map.channels = (uint8_t)channelCount;
  for (uint32_t index = 0; index < channelCount; index++) {
    uint32_t number = channels->numbers[index];
    if (number > answer.map.channels)
      return false;
    outAssignment->map.map[index] = number ? answer.map.map[number - 1] : nowhere(&answer.map);
    if (outAssignment->map.map[index] == PA_CHANNEL_POSITION_INVALID)
      return false;
  }
  return true;
}
#endif
