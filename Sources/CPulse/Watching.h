// The declarations that the files of a watch share.
#include "CPulseWatching.h"

struct OCAPulseWatch {
  pa_threaded_mainloop *loop;
  pa_context *context;
  pa_time_event *retry;
  char *server;
  char *name;
  OCAPulseWatcher watcher;
  int delay;
  // Whether requests are pending, and whether the state has changed since.
  bool isAsking;
  bool isStale;
  // Whether the loss of the server has been reported.
  bool isLost;
};

static inline void forget(pa_operation *operation) {
  if (operation)
    library.pa_operation_unref(operation);
}
