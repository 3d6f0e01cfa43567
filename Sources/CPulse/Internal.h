// What the files of this target share: the functions of libpulse, and a stream.
#pragma once
#if defined(OCA_PULSEAUDIO) && __has_include(<pulse/pulseaudio.h>)
#define OCA_PULSEAUDIO_AVAILABLE
#include "CPulse.h"

#include <pulse/pulseaudio.h>
#include <stddef.h>

// Every function of libpulse that is used here.
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
  X(pa_context_set_source_volume_by_name)                                                         \
  X(pa_context_set_state_callback)                                                                \
  X(pa_context_set_subscribe_callback)                                                            \
  X(pa_context_subscribe)                                                                         \
  X(pa_context_unref)                                                                             \
  X(pa_cvolume_max)                                                                               \
  X(pa_cvolume_set)                                                                               \
  X(pa_get_library_version)                                                                       \
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

// The functions, once `OCAPulseLoad` has found them.
struct OCAPulseLibrary {
#define DECLARE(name) __typeof__(&name) name;
  OCA_PULSE_FUNCTIONS(DECLARE)
#undef DECLARE
};
__attribute__((visibility("hidden"))) extern struct OCAPulseLibrary OCAPulseLibrary;
#define library OCAPulseLibrary

// The property of streams by which this process knows its own, and what it says in them.
#define OCA_PULSE_OWNER "opencoreaudio.process"
__attribute__((visibility("hidden"))) const char *OCAPulseOwner(void);

// Whether the library tells what a port leads to.
__attribute__((visibility("hidden"))) bool OCAPulseKnowsPortTypes(void);

struct OCAPulse {
  pa_threaded_mainloop *loop;
  pa_context *context;
  pa_stream *stream;
  // One of the two: what is played, or what records.
  void *renderer;
  void *capturer;
  void (*event)(void *, OCAPulseEvent);
  void *callbackContext;
  // Whether the server is PipeWire's, which keeps rests back, and counts buffers differently.
  bool isPipeWire;
  double sampleRate;
  size_t frameBytes;
  int64_t writtenFrames;
  int64_t heardFrames;
  // Whether the renderer gave less than was wanted, whether the server has been asked to play the rest, and whether it
  // has said that it did.
  bool isStarved;
  bool isDraining;
  bool isDrained;
  // How far the server has read beyond what was written, in bytes, which the next write leaves out; and all frames
  // that were left out so: its count is that much ahead of ours.
  int64_t holeBytes;
  int64_t skippedFrames;
  bool isOpen;
  bool hasFailed;
  // Whether the owner wants silence, and whether the server does.
  bool isPaused;
  bool isHeld;
  // Whether the server still has a reason for silence, as far as its last list has come.
  bool isCallSeen;
  // The sink or the source, once it has been asked for.
  bool isDeviceAsked;
  double deviceRate;
  uint32_t deviceChannels;
  // Looks now and then whether the server still answers.
  pa_time_event *watch;
  bool hasAnswered;
  bool isQuestioned;
  // When the server's last answer about the timing came, on the monotonic clock; 0 before the first.
  int64_t timingNanoseconds;
};

// Starts the event thread and connects to the server, where that has not been done.
__attribute__((visibility("hidden"))) OCAPulseStatus OCAPulseConnect(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry);

// Ends the connection, with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseDisconnectLocked(OCAPulse *pulse);

// Ends the stream, if there is one, with the lock held. No callback of it comes afterwards.
__attribute__((visibility("hidden"))) void OCAPulseDropStreamLocked(OCAPulse *pulse);

// Tells the owner of an open stream what has happened, with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseTell(OCAPulse *pulse, OCAPulseEvent event);

// Wakes who waits, and tells the owner of an open stream, once, that it is lost.
__attribute__((visibility("hidden"))) void OCAPulseReport(OCAPulse *pulse);

// Connects to the server, has `connect` make the stream, with the lock held, and watches over both.
//
// Takes `pulse`, of which format, renderer or capturer, and event handler are set; frees it where the answer is not
// OCAPulseOK.
__attribute__((visibility("hidden"))) OCAPulseStatus OCAPulseOpenStream(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry,
    OCAPulseStatus (*connect)(OCAPulse *pulse, const char *name, const void *wish), const void *wish);

// The channels of a stream as a device's own, with the name of the device.
typedef struct {
  char device[256];
  pa_channel_map map;
} OCAPulseAssignment;

// Looks up the channels that are asked for; false where the server has no such device, or the device not so many.
__attribute__((visibility("hidden"))) bool OCAPulseAssign(
    OCAPulse *pulse, const OCAPulseChannels *channels, uint32_t channelCount, bool isOutput,
    OCAPulseAssignment *outAssignment);

// Makes the stream with the callbacks that every stream has.
//
// map: its channels, or null for the order of WAVE. role: what the stream is for, or null.
__attribute__((visibility("hidden"))) bool OCAPulseMakeStream(
    OCAPulse *pulse, const char *name, uint32_t channelCount, const pa_channel_map *map,
    const char *role);

// Waits until the server has taken or refused the stream.
__attribute__((visibility("hidden"))) OCAPulseStatus OCAPulseSettleStream(OCAPulse *pulse);

// Allocates a stream of a format that PulseAudio takes, or gives null.
//
// reached: what OCAPulseReach connected, which is the stream then, or is closed where there is none; or null.
__attribute__((visibility("hidden"))) OCAPulse *OCAPulseAllocate(
    OCAPulse *reached, double sampleRate, uint32_t channelCount,
    void (*event)(void *, OCAPulseEvent), void *callbackContext);

// Lets go of an operation whose end nobody waits for.
__attribute__((visibility("hidden"))) void OCAPulseForget(pa_operation *operation);

// Waits until an operation has ended, but not long, and lets go of it.
__attribute__((visibility("hidden"))) void OCAPulseFinish(OCAPulse *pulse, pa_operation *operation);

// Waits, with the lock held, until `isDone` says so or patience ends.
__attribute__((visibility("hidden"))) bool OCAPulseWait(
    OCAPulse *pulse, bool (*isDone)(OCAPulse *pulse, void *data), void *data);

// Falls silent because the server wants it, or goes on, with the lock held; tells the owner.
__attribute__((visibility("hidden"))) void OCAPulseSetHeldLocked(OCAPulse *pulse, bool isHeld);

// Has the server play a rest that it keeps back, where there is one and it is a server that does so, with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseDrainLocked(OCAPulse *pulse);

// Gives up a drain that the server seems to have forgotten, with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseMindDrainLocked(OCAPulse *pulse);

// Whether a write comes before the server goes beyond what was written, or when it is known how far that was.
__attribute__((visibility("hidden"))) bool OCAPulseMayWriteLocked(OCAPulse *pulse);

// How many of the frames that were written the server has read, by its last answer.
__attribute__((visibility("hidden"))) int64_t OCAPulseReadFrames(
    const OCAPulse *pulse, const pa_timing_info *timing);

// Gives the stream what the renderer has, with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseFeedLocked(OCAPulse *pulse);
#endif
