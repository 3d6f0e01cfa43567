#define _GNU_SOURCE
#include "CDynamicLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <syslog.h>

enum { untried, available, missing };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/// The libraries that could not be opened, latest first. Guarded by `mutex`.
static OCADynamicLibrary *missingLibraries;

// Sanitizers reject RTLD_DEEPBIND. The programs that we build with them export no functions, so
// they cannot replace the functions of a library.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OCA_BIND_ITSELF 0
#else
#define OCA_BIND_ITSELF RTLD_DEEPBIND
#endif

static bool openAndResolve(const OCADynamicLibrary *library) {
  if (library->functions == NULL) return false;
  int binding = library->bindsItself ? OCA_BIND_ITSELF : 0;
  void *handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL | binding);
  if (handle == NULL) return false;
  bool isComplete = true;
  for (const OCADynamicFunction *function = library->functions; function->name; function++) {
    *function->address = dlsym(handle, function->name);
    if (*function->address == NULL) isComplete = false;
  }
  if (isComplete && (library->prepare == NULL || library->prepare())) return true;
  dlclose(handle);
  return false;
}

bool OCADynamicLibraryLoad(OCADynamicLibrary *library) {
  int state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
  if (state != untried) return state == available;
  pthread_mutex_lock(&mutex);
  state = library->state;
  if (state == untried) {
    state = openAndResolve(library) ? available : missing;
    if (state == missing) {
      library->nextMissing = missingLibraries;
      missingLibraries = library;
    }
    __atomic_store_n(&library->state, state, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&mutex);
  return state == available;
}

static void report(const OCADynamicLibrary *library) {
  char line[256];
  if (library->functions == NULL)
    snprintf(line, sizeof line,
             "OpenCoreAudio was built without %s. Install the package %s, then build again from "
             "an empty build folder.",
             library->name, library->package);
  else
    snprintf(line, sizeof line, "OpenCoreAudio cannot use %s. Install or update the package %s.",
             library->name, library->package);
  fprintf(stderr, "%s\n", line);
  syslog(LOG_ERR, "%s", line);
}

void OCAReportMissingLibraries(OCALibraryPurpose purpose) {
  pthread_mutex_lock(&mutex);
  for (OCADynamicLibrary *library = missingLibraries; library; library = library->nextMissing) {
    if (library->purpose != purpose || library->isReported) continue;
    library->isReported = true;
    report(library);
  }
  pthread_mutex_unlock(&mutex);
}

__attribute__((weak)) bool OCAIsLibraryForC(void) {
  return false;
}
