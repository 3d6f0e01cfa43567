// Replaces the rest of this target if the headers of libsonic were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_SONIC) && !__has_include(<sonic.h>)

#include "CSonic.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libsonic",
    .package = "libsonic-dev",
    .purpose = OCALibraryForTimePitch,
};

bool OCASonicIsThere(void) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForTimePitch);
  return false;
}

OCASonic *OCASonicOpen(int sampleRate, int channelCount) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForTimePitch);
  return NULL;
}

void OCASonicSet(OCASonic *stream, float speed, float pitch, float rate, bool isExact) {}

bool OCASonicWrite(OCASonic *stream, const float *frames, int frameCount) {
  return false;
}

bool OCASonicFlush(OCASonic *stream) {
  return false;
}

int OCASonicRead(OCASonic *stream, float *frames, int frameCount) {
  return 0;
}

void OCASonicClose(OCASonic *stream) {}

#endif
