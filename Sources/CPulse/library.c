#define _GNU_SOURCE
#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <CAudioRealtime.h>
#include <CDynamicLibrary.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct OCAPulseLibrary OCAPulseLibrary;
static char owner[64];

static bool prepare(void) {
  // Process IDs alone may repeat in other containers.
  snprintf(owner, sizeof owner, "%d-%lld", (int)getpid(), (long long)OCAMonotonicNanoseconds());
  return true;
}

#define ENTRY(name) {#name, (void **)&library.name},
static const OCADynamicFunction functions[] = {OCA_PULSE_FUNCTIONS(ENTRY){NULL, NULL}};
#undef ENTRY

static OCADynamicLibrary dynamicLibrary = {
    .name = "libpulse.so.0",
    .package = "libpulse0",
    .purpose = OCALibraryForDevices,
    .functions = functions,
    .prepare = prepare,
};

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
  return OCADynamicLibraryLoad(&dynamicLibrary);
}
#endif
