#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A synthesizer of FluidSynth with one sound bank. One thread at a time uses it.
typedef struct OCAFluidSynth OCAFluidSynth;

/// The frames that the library renders at once. Changes take effect with the next block.
enum { OCAFluidSynthBlockFrames = 64 };

/// Whether the library is installed; opens it if necessary.
bool OCAFluidSynthIsThere(void);

/// Creates a synthesizer with 16 channels; returns null if the library is missing or memory is
/// short.
///
/// - sampleRate: The rate in hertz, from 8,000 to 96,000.
/// - hasEffects: Whether to add reverb and chorus.
OCAFluidSynth *_Nullable OCAFluidSynthOpen(double sampleRate, bool hasEffects);

/// Loads the sound bank of a file: SF2, SF3, or DLS. Samples load with ``OCAFluidSynthLoadPreset``.
bool OCAFluidSynthLoadFile(OCAFluidSynth *synth, const char *path);

/// Loads a sound bank of bytes in memory, which must live as long as the synthesizer.
bool OCAFluidSynthLoadBytes(OCAFluidSynth *synth, const uint8_t *bytes, size_t count);

/// Gets the next preset of the sound bank; returns false at the end.
///
/// - isFirst: Whether to start again with the first one.
/// - outName: Receives the name, which lives as long as the synthesizer.
bool OCAFluidSynthNextPreset(OCAFluidSynth *synth, bool isFirst, int *outBank, int *outProgram,
                             const char *_Nullable *_Nonnull outName);

/// Loads the samples of a preset, which stay in memory. Takes time and allocates.
bool OCAFluidSynthLoadPreset(OCAFluidSynth *synth, int bank, int program);

// The following functions neither allocate nor lock if the samples of the presets are loaded.

/// Selects a preset for a channel.
bool OCAFluidSynthSelect(OCAFluidSynth *synth, int channel, int bank, int program);

/// Starts a note. cents is its difference from the key's pitch.
void OCAFluidSynthNoteOn(OCAFluidSynth *synth, int channel, int key, int velocity, float cents);

/// Ends a note.
void OCAFluidSynthNoteOff(OCAFluidSynth *synth, int channel, int key);

/// Changes a controller.
void OCAFluidSynthControl(OCAFluidSynth *synth, int channel, int controller, int value);

/// Bends the pitch; 8192 is the center.
void OCAFluidSynthBend(OCAFluidSynth *synth, int channel, int value);

/// Changes the pressure of a channel.
void OCAFluidSynthPressure(OCAFluidSynth *synth, int channel, int value);

/// Changes the pressure of a key.
void OCAFluidSynthKeyPressure(OCAFluidSynth *synth, int channel, int key, int value);

/// Handles a system-exclusive message, without 0xF0 and 0xF7.
void OCAFluidSynthSystemExclusive(OCAFluidSynth *synth, const uint8_t *bytes, int count);

/// Ends all sound and resets all channels and their presets.
void OCAFluidSynthReset(OCAFluidSynth *synth);

/// Ends all sound at once.
void OCAFluidSynthSilence(OCAFluidSynth *synth);

/// Tunes all channels, in cents.
void OCAFluidSynthTune(OCAFluidSynth *synth, float cents);

/// Moves all channels to the left (-1) or right (1).
void OCAFluidSynthPan(OCAFluidSynth *synth, float pan);

/// The number of voices that sound.
int OCAFluidSynthVoiceCount(OCAFluidSynth *synth);

/// Renders frames of the left and right channel.
void OCAFluidSynthRender(OCAFluidSynth *synth, float *left, float *right, int count);

/// Frees a synthesizer.
void OCAFluidSynthClose(OCAFluidSynth *synth);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
