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

// MIDI within the process needs no sequencer, so no report is due.
OCASequencer *OCASequencerOpen(const char *name) {
  return NULL;
}

void OCASequencerClose(OCASequencer *sequencer) {}

int32_t OCASequencerClient(OCASequencer *sequencer) {
  return -1;
}

void OCASequencerSetName(OCASequencer *sequencer, const char *name) {}

int32_t OCASequencerAddPort(
    OCASequencer *sequencer, const char *name, OCASequencerPurpose purpose) {
  return -1;
}

void OCASequencerRemovePort(OCASequencer *sequencer, int32_t port) {}

bool OCASequencerConnect(
    OCASequencer *sequencer, OCASequencerAddress source, OCASequencerAddress destination,
    bool isConnected) {
  return false;
}

bool OCASequencerSend(
    OCASequencer *sequencer, const OCASequencerEvent *event,
    const OCASequencerAddress *destination) {
  return false;
}

bool OCASequencerReceive(OCASequencer *sequencer, OCASequencerEvent *outEvent) {
  return false;
}

bool OCASequencerGetPort(
    OCASequencer *sequencer, OCASequencerAddress address, OCASequencerPort *outPort) {
  return false;
}

bool OCASequencerNextPort(OCASequencer *sequencer, OCASequencerAddress *ioAddress) {
  return false;
}

#endif
