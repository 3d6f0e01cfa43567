// What the files of this target share: the functions of libpulse, and a stream.
#pragma once
#ifdef OCA_PULSEAUDIO
#include "CPulse.h"

#include <pulse/pulseaudio.h>
#include <stddef.h>

// Every function of libpulse that is used here.
#define OCA_PULSE_FUNCTIONS(X)                                                                              \
  X(pa_channel_map_init_auto)                                                                     \
  X(pa_channel_map_init_extend)                                                                   \
  X(pa_context_connect)                                                                           \
  X(pa_context_disconnect)                                                                        \
  X(pa_context_get_sink_info_by_index)                                                            \
  X(pa_context_get_state)                                                                         \
  X(pa_context_new)                                                                               \
  X(pa_context_rttime_new)                                                                        \
  X(pa_context_rttime_restart)                                                                    \
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
  X(pa_stream_set_latency_update_callback)                                                        \
  X(pa_stream_set_moved_callback)                                                                 \
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

// Opens libpulse on first use, and says whether it is there.
__attribute__((visibility("hidden"))) bool OCAPulseLoad(void);

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
  // The sink, once it has been asked for.
  bool isSinkAsked;
  double sinkRate;
  uint32_t sinkChannels;
  // Looks now and then whether the server still answers.
  pa_time_event *watch;
  bool hasAnswered;
  bool isQuestioned;
  // When the server's last answer about the timing came, on the monotonic clock; 0 before the first.
  int64_t timingNanoseconds;
};

// Waits, with the lock held, until `isDone` says so or patience ends.
__attribute__((visibility("hidden"))) bool OCAPulseWait(
    OCAPulse *pulse, bool (*isDone)(OCAPulse *pulse, void *data), void *data);

// Gives the stream what the renderer has, with the lock held.
__attribute__((visibility("hidden"))) void OCAPulseFeedLocked(OCAPulse *pulse);
#endif
