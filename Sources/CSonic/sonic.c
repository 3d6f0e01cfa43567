// The only file that uses libsonic. The first stream loads its functions.

#if defined(OCA_SONIC) && __has_include(<sonic.h>)

#include "CSonic.h"

#include <CDynamicLibrary.h>
#include <sonic.h>
#include <stddef.h>

static struct {
  __typeof__(&sonicCreateStream) create;
  __typeof__(&sonicDestroyStream) destroy;
  __typeof__(&sonicSetSpeed) setSpeed;
  __typeof__(&sonicSetPitch) setPitch;
  __typeof__(&sonicSetRate) setRate;
  __typeof__(&sonicSetQuality) setQuality;
  __typeof__(&sonicWriteFloatToStream) write;
  __typeof__(&sonicReadFloatFromStream) read;
  __typeof__(&sonicFlushStream) flush;
} library;

static const OCADynamicFunction functions[] = {
    {"sonicCreateStream", (void **)&library.create},
    {"sonicDestroyStream", (void **)&library.destroy},
    {"sonicSetSpeed", (void **)&library.setSpeed},
    {"sonicSetPitch", (void **)&library.setPitch},
    {"sonicSetRate", (void **)&library.setRate},
    {"sonicSetQuality", (void **)&library.setQuality},
    {"sonicWriteFloatToStream", (void **)&library.write},
    {"sonicReadFloatFromStream", (void **)&library.read},
    {"sonicFlushStream", (void **)&library.flush},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libsonic.so.0",
    .package = "libsonic0",
    .purpose = OCALibraryForTimePitch,
    .functions = functions,
};

bool OCASonicIsThere(void) {
  if (OCADynamicLibraryLoad(&dynamicLibrary)) return true;
  OCAReportMissingLibraries(OCALibraryForTimePitch);
  return false;
}

OCASonic *OCASonicOpen(int sampleRate, int channelCount) {
  if (!OCASonicIsThere()) return NULL;
  return (OCASonic *)library.create(sampleRate, channelCount);
}

void OCASonicSet(OCASonic *stream, float speed, float pitch, float rate, bool isExact) {
  library.setSpeed((sonicStream)stream, speed);
  library.setPitch((sonicStream)stream, pitch);
  library.setRate((sonicStream)stream, rate);
  library.setQuality((sonicStream)stream, isExact);
}

bool OCASonicWrite(OCASonic *stream, const float *frames, int frameCount) {
  // The library only reads the samples, although its header does not declare them constant.
  return library.write((sonicStream)stream, (float *)frames, frameCount) != 0;
}

bool OCASonicFlush(OCASonic *stream) { return library.flush((sonicStream)stream) != 0; }

int OCASonicRead(OCASonic *stream, float *frames, int frameCount) {
  return library.read((sonicStream)stream, frames, frameCount);
}

void OCASonicClose(OCASonic *stream) { library.destroy((sonicStream)stream); }

#endif
