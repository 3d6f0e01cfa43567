// The functions of libpulse and the state of a stream, which the files of this target share.
#pragma once
#if defined(OCA_PULSEAUDIO) && __has_include(<pulse/pulseaudio.h>)
#define OCA_PULSEAUDIO_AVAILABLE
#include "CPulse.h"

#include <pulse/pulseaudio.h>
#include <stddef.h>

// All the functions of libpulse that this target uses.
#define OCA_PULSE_FUNCTIONS(X)                                                                              \
  X(pa_channel_map_init_auto)                                                                     \
  X(pa_channel_map_init_extend)                                                                   \
  X(pa_context_connect)                                                                           \
  X(pa_context_disconnect)                                                                        \
  X(pa_context_get_server_info)                                                                   \
  X(pa_context_get_sink_info_by_index)                                                            \
  X(pa_context_get_sink_info_by_name)                                                             \
  X(pa_context_get_source_info_by_index)                                                          \
  X(pa_context_get_source_info_by_name)                                                           \
  X(pa_context_get_sink_info_list)                                                                \
  X(pa_context_get_sink_input_info_list)                                                          \
  X(pa_context_get_source_info_list)                                                              \
  X(pa_context_get_state)                                                                         \
  X(pa_context_move_sink_input_by_name)                                                           \
  X(pa_context_new)                                                                               \
  X(pa_context_rttime_new)                                                                        \
  X(pa_context_rttime_restart)                                                                    \
  X(pa_context_set_default_sink)                                                                  \
  X(pa_context_set_default_source)                                                                \
  X(pa_context_set_sink_volume_by_name)                                                           \
  X(pa_context_set_source_volume_by_name)                                                         \
  X(pa_context_set_state_callback)                                                                \
  X(pa_context_set_subscribe_callback)                                                            \
  X(pa_context_subscribe)                                                                         \
  X(pa_context_unref)                                                                             \
  X(pa_cvolume_max)                                                                               \
  X(pa_cvolume_set)                                                                               \
  X(pa_get_library_version)                                                                       \
  X(pa_operation_cancel)                                                                          \
  X(pa_operation_get_state)                                                                       \
  X(pa_operation_unref)                                                                           \
  X(pa_proplist_free)                                                                             \
  X(pa_proplist_gets)                                                                             \
  X(pa_proplist_new)                                                                              \
  X(pa_proplist_sets)                                                                             \
  X(pa_rtclock_now)                                                                               \
  X(pa_stream_begin_write)                                                                        \
  X(pa_stream_cancel_write)                                                                       \
  X(pa_stream_connect_playback)                                                                   \
  X(pa_stream_connect_record)                                                                     \
  X(pa_stream_cork)                                                                               \
  X(pa_stream_disconnect)                                                                         \
  X(pa_stream_drain)                                                                              \
  X(pa_stream_drop)                                                                               \
  X(pa_stream_flush)                                                                              \
  X(pa_stream_get_buffer_attr)                                                                    \
  X(pa_stream_get_device_index)                                                                   \
  X(pa_stream_get_index)                                                                          \
  X(pa_stream_get_latency)                                                                        \
  X(pa_stream_get_sample_spec)                                                                    \
  X(pa_stream_get_state)                                                                          \
  X(pa_stream_get_time)                                                                           \
  X(pa_stream_get_timing_info)                                                                    \
  X(pa_stream_new_with_proplist)                                                                  \
  X(pa_stream_peek)                                                                               \
  X(pa_stream_proplist_update)                                                                    \
  X(pa_stream_set_event_callback)                                                                 \
  X(pa_stream_set_latency_update_callback)                                                        \
  X(pa_stream_set_moved_callback)                                                                 \
  X(pa_stream_set_read_callback)                                                                  \
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

// The functions, valid after `OCAPulseLoad` succeeds.
struct OCAPulseLibrary {
#define DECLARE(name) __typeof__(&name) name;
  OCA_PULSE_FUNCTIONS(DECLARE)
#undef DECLARE
};
__attribute__((visibility("hidden"))) extern struct OCAPulseLibrary OCAPulseLibrary;
#define library OCAPulseLibrary

// The stream property that identifies the streams of this process, and its value.
#define OCA_PULSE_OWNER "opencoreaudio.process"
__attribute__((visibility("hidden"))) const char *OCAPulseOwner(void);

// Whether the library reports port types.
__attribute__((visibility("hidden"))) bool OCAPulseKnowsPortTypes(void);

struct OCAPulse {
  pa_threaded_mainloop *loop;
  pa_context *context;
  pa_stream *stream;
  // Exactly one is set: the source of playback, or the destination of a recording.
  void *renderer;
  void *capturer;
  void (*event)(void *, OCAPulseEvent);
  void *callbackContext;
  // Whether the server is PipeWire, which holds back the last frames, and counts buffers
  // differently.
  bool isPipeWire;
  double sampleRate;
  size_t frameBytes;
  int64_t writtenFrames;
  int64_t playedFrames;
  // Whether the renderer had too few frames, whether a drain request is pending, and whether the
  // server has answered it.
  bool isStarved;
  bool isDraining;
  bool isDrained;
  // The bytes that the server has read beyond the last write, which the next write skips. Also all
  // the frames skipped so far, by which the server's count exceeds ours.
  int64_t holeBytes;
  int64_t skippedFrames;
  bool isOpen;
  bool hasFailed;
  // Whether the owner wants silence, and whether the server does.
  bool isPaused;
  bool isHeld;
  // Whether the server's last list contains a reason for silence.
  bool isCallSeen;
  // The format of the sink or source, valid after the request for it.
  bool isDeviceAsked;
  double deviceRate;
  uint32_t deviceChannels;
  // Periodically checks whether the server still answers.
  pa_time_event *watch;
  bool hasAnswered;
  bool isQuestioned;
  // The monotonic time of the server's last timing answer; 0 before the first.
  int64_t timingNanoseconds;
};

// Starts the event thread and connects to the server, unless already done.
__attribute__((visibility("hidden"))) OCAPulseStatus OCAPulseConnect(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry);

// Ends the connection; call it with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseDisconnectLocked(OCAPulse *pulse);

// Ends the stream if it exists; call it with the lock held. The stream calls no callbacks
// afterwards.
__attribute__((visibility("hidden"))) void OCAPulseDropStreamLocked(OCAPulse *pulse);

// Reports an event to the owner of an open stream; call it with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseTell(OCAPulse *pulse, OCAPulseEvent event);

// Wakes waiting threads, and reports the loss of an open stream to its owner once.
__attribute__((visibility("hidden"))) void OCAPulseReport(OCAPulse *pulse);

// Connects to the server, makes the stream with `connect` while holding the lock, and watches both.
//
// Requires the format, the renderer or capturer, and the event handler in `pulse`. Frees `pulse`
// unless the result is OCAPulseOK.
__attribute__((visibility("hidden"))) OCAPulseStatus OCAPulseOpenStream(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry,
    OCAPulseStatus (*connect)(OCAPulse *pulse, const char *name, const void *request),
    const void *request);

// The device channels for a stream, and the name of the device.
typedef struct {
  char device[256];
  pa_channel_map map;
} OCAPulseAssignment;

// Looks up the assigned channels; returns false if the server lacks the device, or the device lacks
// a channel.
__attribute__((visibility("hidden"))) bool OCAPulseAssign(
    OCAPulse *pulse, const OCAPulseChannels *channels, uint32_t channelCount, bool isOutput,
    OCAPulseAssignment *outAssignment);

// Makes the stream with the callbacks that every stream has.
//
// - map: The channels, or null for the order of WAVE.
// - role: The purpose of the stream, or null.
__attribute__((visibility("hidden"))) bool OCAPulseMakeStream(
    OCAPulse *pulse, const char *name, uint32_t channelCount, const pa_channel_map *map,
    const char *role);

// Waits until the server accepts or rejects the stream.
__attribute__((visibility("hidden"))) OCAPulseStatus OCAPulseSettleStream(OCAPulse *pulse);

// Allocates a stream; returns null if PulseAudio does not support the format.
//
// - reached: A connection from OCAPulseReach that becomes the stream, or is closed on failure; or
//   null.
__attribute__((visibility("hidden"))) OCAPulse *OCAPulseAllocate(
    OCAPulse *reached, double sampleRate, uint32_t channelCount,
    void (*event)(void *, OCAPulseEvent), void *callbackContext);

// Releases an operation without waiting for its end.
__attribute__((visibility("hidden"))) void OCAPulseForget(pa_operation *operation);

// Waits a limited time for the end of an operation, and releases it.
__attribute__((visibility("hidden"))) void OCAPulseFinish(OCAPulse *pulse, pa_operation *operation);

// Waits with the lock held until `isDone` returns true or the time limit passes.
__attribute__((visibility("hidden"))) bool OCAPulseWait(
    OCAPulse *pulse, bool (*isDone)(OCAPulse *pulse, void *data), void *data);

// Silences or resumes the stream on the server's request, and reports it to the owner. Call it with
// the lock held.
__attribute__((visibility("hidden"))) void OCAPulseSetHeldLocked(OCAPulse *pulse, bool isHeld);

// Abandons a drain that the server seems to have forgotten; call it with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseMindDrainLocked(OCAPulse *pulse);

// Returns the number of written frames that the server has read, by its last answer.
__attribute__((visibility("hidden"))) int64_t OCAPulseReadFrames(
    const OCAPulse *pulse, const pa_timing_info *timing);

// Renders up to `bytes` into the stream from `offset`; call it with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseRenderLocked(
    OCAPulse *pulse, size_t bytes, int64_t offset);

// Passes the renderer's frames to the stream; call it with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseFeedLocked(OCAPulse *pulse);
#endif
