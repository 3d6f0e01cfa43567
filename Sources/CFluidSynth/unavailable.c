// Replaces the rest of this target if the headers of FluidSynth were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_FLUIDSYNTH) && !__has_include(<fluidsynth.h>)

#include "CFluidSynth.h"

#include <CDynamicLibrary.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libfluidsynth",
    .package = "libfluidsynth-dev",
    .purpose = OCALibraryForSynthesis,
};

bool OCAFluidSynthIsThere(void) { return OCADynamicLibraryLoad(&dynamicLibrary); }

OCAFluidSynth *OCAFluidSynthOpen(double sampleRate, bool hasEffects) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return NULL;
}

bool OCAFluidSynthLoadFile(OCAFluidSynth *synth, const char *path) { return false; }

bool OCAFluidSynthLoadBytes(OCAFluidSynth *synth, const uint8_t *bytes, size_t count) {
  return false;
}

bool OCAFluidSynthNextPreset(OCAFluidSynth *synth, bool isFirst, int *outBank, int *outProgram,
                             const char **outName) {
  return false;
}

bool OCAFluidSynthLoadPreset(OCAFluidSynth *synth, int bank, int program) { return false; }

bool OCAFluidSynthSelect(OCAFluidSynth *synth, int channel, int bank, int program) {
  return false;
}

void OCAFluidSynthNoteOn(OCAFluidSynth *synth, int channel, int key, int velocity, float cents) {}

void OCAFluidSynthNoteOff(OCAFluidSynth *synth, int channel, int key) {}

void OCAFluidSynthControl(OCAFluidSynth *synth, int channel, int controller, int value) {}

void OCAFluidSynthBend(OCAFluidSynth *synth, int channel, int value) {}

void OCAFluidSynthPressure(OCAFluidSynth *synth, int channel, int value) {}

void OCAFluidSynthKeyPressure(OCAFluidSynth *synth, int channel, int key, int value) {}

void OCAFluidSynthSystemExclusive(OCAFluidSynth *synth, const uint8_t *bytes, int count) {}

void OCAFluidSynthReset(OCAFluidSynth *synth) {}

void OCAFluidSynthSilence(OCAFluidSynth *synth) {}

void OCAFluidSynthTune(OCAFluidSynth *synth, float cents) {}

void OCAFluidSynthPan(OCAFluidSynth *synth, float pan) {}

int OCAFluidSynthVoiceCount(OCAFluidSynth *synth) { return 0; }

void OCAFluidSynthRender(OCAFluidSynth *synth, float *left, float *right, int count) {}

void OCAFluidSynthClose(OCAFluidSynth *synth) {}

#endif
