#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A decoder of libFLAC that receives single frames.
typedef struct OCAFLAC OCAFLAC;

/// The result of a call.
enum {
  OCAFLACDone = 0,
  /// The library is not installed, or lacks a function.
  OCAFLACLibraryMissing = 1,
  /// The library rejected the frame, which does not affect the next one.
  OCAFLACBadFrame = 2,
  /// The library rejected the configuration, or memory is short.
  OCAFLACBadConfiguration = 3,
};

/// The result of decoding a frame.
typedef struct OCAFLACFrame {
  int32_t sampleRate;
  int32_t channelCount;
  int32_t frameCount;
  /// The bits of a sample.
  int32_t bitDepth;
  /// The number of frames at the start that the callback took.
  int32_t takenCount;
} OCAFLACFrame;

/// Called with a plane of integers in the low bits for each channel, valid during the call.
///
/// Returns the number of frames it took from the start.
typedef int32_t (*OCAFLACTake)(void *_Nullable context, const OCAFLACFrame *frame,
                               const int32_t *_Nonnull const *_Nonnull planes);

/// Opens the library if necessary, and creates a decoder.
///
/// - streamInfo: The 34 bytes of a STREAMINFO block.
int OCAFLACOpen(const uint8_t *streamInfo, OCAFLAC *_Nullable *_Nonnull outDecoder);

/// Decodes one whole frame to interleaved samples with full scale ±1; ignores bytes after the
/// frame.
///
/// - capacity: The capacity in samples; a larger frame is rejected.
int OCAFLACDecodeFloats(OCAFLAC *decoder, const uint8_t *packet, size_t byteCount, float *floats,
                        size_t capacity, OCAFLACFrame *outFrame);

/// Decodes one whole frame to interleaved samples in the high bits of 32, except for frames that
/// the callback takes.
///
/// - take: Called at most once, for a frame without errors so far; null to copy all frames.
int OCAFLACDecodeIntegers(OCAFLAC *decoder, const uint8_t *packet, size_t byteCount,
                          int32_t *integers, size_t capacity, OCAFLACTake _Nullable take,
                          void *_Nullable context, OCAFLACFrame *outFrame);

/// Frees a decoder.
void OCAFLACClose(OCAFLAC *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
