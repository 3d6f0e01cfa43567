// Replaces the rest of this target if the headers of libpulse were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#include "Internal.h"
#if defined(OCA_PULSEAUDIO) && !defined(OCA_PULSEAUDIO_AVAILABLE)

#include "CPulse.h"
#include "CPulseWatching.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libpulse",
    .package = "libpulse-dev",
    .purpose = OCALibraryForDevices,
};

bool OCAPulseLoad(void) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return false;
}

OCAPulse *OCAPulseMake(void) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return NULL;
}

OCAPulseStatus OCAPulseReach(OCAPulse *pulse, const char *server, const char *applicationName,
                             bool isRetry) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return OCAPulseNoLibrary;
}

void OCAPulseExpect(OCAPulse *pulse, const char *applicationName, double sampleRate,
                    uint32_t channelCount, int64_t bufferFrames, const char *role,
                    const char *device) {}

void OCAPulseExpectNothing(OCAPulse *pulse) {}

OCAPulseStatus OCAPulseOpen(OCAPulse **outPulse, OCAPulse *reached, const char *server,
                            const char *applicationName, double sampleRate, uint32_t channelCount,
                            int64_t bufferFrames, bool isRetry, const char *role,
                            const char *device, const OCAPulseChannels *channels, void *renderer,
                            void (*event)(void *, OCAPulseEvent), void *callbackContext) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return OCAPulseNoLibrary;
}

bool OCAPulseAnswers(const char *server, const char *applicationName) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return false;
}

void OCAPulseClose(OCAPulse *pulse) {}

void OCAPulseFeed(OCAPulse *pulse) {}

void OCAPulseSetPaused(OCAPulse *pulse, bool isPaused) {}

void OCAPulseSetRole(OCAPulse *pulse, const char *role) {}

void OCAPulseReportHold(OCAPulse *pulse) {}

void OCAPulseRelease(OCAPulse *pulse) {}

void OCAPulseMove(OCAPulse *pulse, const char *device) {}

void OCAPulseRevise(OCAPulse *pulse, int64_t marginNanoseconds) {}

void OCAPulsePosition(OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds) {}

bool OCAPulseAnswer(OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds,
                    bool *outIsPlaying) {
  return false;
}

void OCAPulseUpdateTiming(OCAPulse *pulse) {}

void OCAPulseSinkFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount) {}

double OCAPulseBufferSeconds(OCAPulse *pulse) {
  return 0;
}

OCAPulseStatus OCAPulseOpenSource(OCAPulse **outPulse, const char *server,
                                  const char *source, const OCAPulseChannels *channels,
                                  const char *applicationName, double *ioSampleRate,
                                  bool isRateFixed, uint32_t channelCount, int64_t blockFrames,
                                  bool isRetry, void *capturer,
                                  void (*event)(void *, OCAPulseEvent), void *callbackContext) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return OCAPulseNoLibrary;
}

void OCAPulseSetRecordingPaused(OCAPulse *pulse, bool isPaused) {}

void OCAPulseSourceFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount) {}

OCAPulseWatch *OCAPulseWatchStart(const char *server, const char *applicationName,
                                  OCAPulseWatcher watcher) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return NULL;
}

void OCAPulseWatchRefresh(OCAPulseWatch *watch) {}

bool OCAPulseWatchSetVolume(OCAPulseWatch *watch, bool isOutput, const char *name,
                            uint32_t channelCount, double volume) {
  return false;
}

bool OCAPulseWatchSetDefault(OCAPulseWatch *watch, bool isOutput, const char *name) {
  return false;
}

void OCAPulseWatchStop(OCAPulseWatch *watch) {}

#endif
