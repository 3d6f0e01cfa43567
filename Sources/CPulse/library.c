#ifdef OCA_PULSEAUDIO
#define _GNU_SOURCE
#include "Internal.h"

#include <dlfcn.h>
#include <CAudioRealtime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct OCAPulseLibrary OCAPulseLibrary;
static bool isLoaded;
static char owner[64];

static void load(void) {
  void *handle = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return;
#define RESOLVE(name)                                                                             \
  if (!(library.name = (__typeof__(&name))dlsym(handle, #name)))                                  \
    return;
  OCA_PULSE_FUNCTIONS(RESOLVE)
#undef RESOLVE
  // Numbers of processes alone may be those of other processes in other containers.
  snprintf(owner, sizeof owner, "%d-%lld", (int)getpid(), (long long)OCAMonotonicNanoseconds());
  isLoaded = true;
}

const char *OCAPulseOwner(void) {
  return owner;
}

bool OCAPulseKnowsPortTypes(void) {
#if PA_CHECK_VERSION(14, 0, 0)
  return atoi(library.pa_get_library_version()) >= 14;
#else
  return false;
#endif
}

bool OCAPulseLoad(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isLoaded;
}
#endif
