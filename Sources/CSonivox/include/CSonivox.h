#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A synthesizer of Sonivox with its own General MIDI sounds. One thread at a time uses it.
typedef struct OCASonivox OCASonivox;

/// The rate of a synthesizer, and the frames that it renders at once.
typedef struct OCASonivoxFormat {
  /// The rate in hertz.
  int sampleRate;
  int blockFrames;
} OCASonivoxFormat;

/// Whether the library is installed; opens it if necessary.
bool OCASonivoxIsThere(void);

/// Creates a synthesizer; returns null if the library is missing or memory is short.
OCASonivox *_Nullable OCASonivoxOpen(OCASonivoxFormat *outFormat);

/// Handles MIDI bytes. Changes take effect with the next block.
void OCASonivoxSend(OCASonivox *synth, const uint8_t *bytes, int count);

/// Renders one block of interleaved frames of two channels.
///
/// Returns whether the library rendered the block.
bool OCASonivoxRender(OCASonivox *synth, int16_t *samples);

/// Frees a synthesizer.
void OCASonivoxClose(OCASonivox *synth);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
