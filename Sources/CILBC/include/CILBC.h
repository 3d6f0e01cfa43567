#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A decoder of WebRTC's iLBC, which works in integers of 16 bits.
typedef struct OCAILBC OCAILBC;

/// The most frames that one block has.
enum { OCAILBCMostFrames = 240 };

/// Makes a decoder for blocks of 20 or 30 ms; null where memory is short.
OCAILBC *_Nullable OCAILBCOpen(int milliseconds);

/// Forgets all blocks.
void OCAILBCRestart(OCAILBC *decoder, int milliseconds);

/// Decodes one block of 38 or 50 bytes; frames has room for OCAILBCMostFrames.
///
/// A block that was lost, or that no encoder writes, is made up from those before. Says how many frames there are.
int OCAILBCDecode(OCAILBC *decoder, const uint8_t *bytes, int byteCount, int16_t *frames);

/// Frees a decoder.
void OCAILBCClose(OCAILBC *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
