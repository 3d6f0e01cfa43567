// Replaces the rest of this target if the headers of libasound were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#include "Internal.h"
#if defined(OCA_ALSA) && !defined(OCA_ALSA_AVAILABLE)

#include "CALSA.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libasound",
    .package = "libasound2-dev",
    .purpose = OCALibraryForDevices,
};

OCAALSAStatus OCAALSAOpen(OCAALSA **outDevice, const char *name, double sampleRate,
                          uint32_t channelCount, int64_t *ioBufferFrames, void *renderer) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return OCAALSANoLibrary;
}

bool OCAALSAAnswers(const char *name, bool evenBusy) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return false;
}

void OCAALSAClose(OCAALSA *device) {}

OCAALSAStep OCAALSAPlay(OCAALSA *device, int64_t *outNanoseconds) {
  return OCAALSALost;
}

int64_t OCAALSAStop(OCAALSA *device) {
  return 0;
}

void OCAALSAPosition(OCAALSA *device, int64_t *outFrames, int64_t *outNanoseconds) {}

OCAALSAStatus OCAALSAOpenCapture(OCAALSASource **outSource, const char *name,
                                 double sampleRate, uint32_t channelCount, int64_t blockFrames,
                                 void *capturer) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return OCAALSANoLibrary;
}

bool OCAALSACaptures(const char *name, bool evenBusy) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return false;
}

bool OCAALSACapture(OCAALSASource *source) {
  return false;
}

void OCAALSASetCapturing(OCAALSASource *source, bool isCapturing) {}

void OCAALSACloseCapture(OCAALSASource *source) {}

#endif
