#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// WebRTC's iLBC decoder, which uses 16-bit integers.
typedef struct OCAILBC OCAILBC;

/// The largest number of frames in a block.
enum { OCAILBCMostFrames = 240 };

/// Creates a decoder for blocks of 20 or 30 ms; returns null if memory is short.
OCAILBC *_Nullable OCAILBCOpen(int milliseconds);

/// Discards all earlier blocks.
void OCAILBCRestart(OCAILBC *decoder, int milliseconds);

/// Decodes a block of 38 or 50 bytes into frames, which need room for OCAILBCMostFrames.
///
/// Conceals a block that is lost, or that no encoder writes, from earlier blocks. Returns the
/// number of frames.
int OCAILBCDecode(OCAILBC *decoder, const uint8_t *bytes, int byteCount, int16_t *frames);

/// Frees a decoder.
void OCAILBCClose(OCAILBC *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
