#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One decoder of libmpg123 that is fed frame by frame.
typedef struct OCAMpg123 OCAMpg123;

/// What a call came to.
enum {
  OCAMpg123Done = 0,
  /// The library is not on this machine, or lacks a function.
  OCAMpg123LibraryMissing = 1,
  /// The library refused the frame; the decoder is as after OCAMpg123Restart.
  OCAMpg123BadFrame = 2,
  /// Memory is short, or the library cannot give Float32.
  OCAMpg123Failed = 3,
};

/// Opens the library if that has not been done, and makes a decoder.
int OCAMpg123Open(OCAMpg123 *_Nullable *_Nonnull outDecoder);

/// Forgets all earlier frames.
///
/// freeFormatByteCount: bytes of a free-format frame without its header and padding, or -1.
int OCAMpg123Restart(OCAMpg123 *decoder, long freeFormatByteCount);

/// Decodes one whole frame.
///
/// Writes at most `capacity` interleaved samples to `samples`, tells how many and for how many
/// channels.
int OCAMpg123Decode(OCAMpg123 *decoder, const uint8_t *frame, size_t byteCount, float *samples,
                    size_t capacity, size_t *outSampleCount, int *outChannelCount);

/// Frees a decoder.
void OCAMpg123Close(OCAMpg123 *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
