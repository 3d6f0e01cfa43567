#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A decoder of libmpg123 that receives single frames.
typedef struct OCAMpg123 OCAMpg123;

/// The result of a call.
enum {
  OCAMpg123Done = 0,
  /// The library is not installed, or lacks a function.
  OCAMpg123LibraryMissing = 1,
  /// The library rejected the frame; the decoder is in the state after OCAMpg123Restart.
  OCAMpg123BadFrame = 2,
  /// Memory is short, or the library does not support Float32.
  OCAMpg123Failed = 3,
};

/// Opens the library if necessary, and creates a decoder.
int OCAMpg123Open(OCAMpg123 *_Nullable *_Nonnull outDecoder);

/// Discards all earlier frames.
///
/// - freeFormatByteCount: The bytes of a free-format frame without its header and padding, or -1.
int OCAMpg123Restart(OCAMpg123 *decoder, long freeFormatByteCount);

/// Decodes one whole frame.
///
/// Writes at most `capacity` interleaved samples to `samples`, and reports the numbers of samples
/// and channels.
int OCAMpg123Decode(OCAMpg123 *decoder, const uint8_t *frame, size_t byteCount, float *samples,
                    size_t capacity, size_t *outSampleCount, int *outChannelCount);

/// Frees a decoder.
void OCAMpg123Close(OCAMpg123 *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
