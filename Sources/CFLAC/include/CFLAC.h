#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One decoder of libFLAC that is fed frame by frame.
typedef struct OCAFLAC OCAFLAC;

/// What a call came to.
enum {
  OCAFLACDone = 0,
  /// The library is not on this machine, or lacks a function.
  OCAFLACLibraryMissing = 1,
  /// The library refused the frame; the next one is decoded as if this had not been.
  OCAFLACBadFrame = 2,
  /// The library refused the configuration, or memory is short.
  OCAFLACBadConfiguration = 3,
};

/// What a frame was decoded to.
typedef struct OCAFLACFrame {
  int32_t sampleRate;
  int32_t channelCount;
  int32_t frameCount;
  /// Bits of a sample.
  int32_t bitDepth;
  /// Of the first frames, how many were taken where they lay.
  int32_t takenCount;
} OCAFLACFrame;

/// Is lent a plane for each channel, of whole numbers in the low bits, until it returns.
///
/// Returns how many of the first frames it has taken.
typedef int32_t (*OCAFLACTake)(void *_Nullable context, const OCAFLACFrame *frame,
                               const int32_t *_Nonnull const *_Nonnull planes);

/// Opens the library if that has not been done, and makes a decoder.
///
/// streamInfo: the 34 bytes of a STREAMINFO block.
int OCAFLACOpen(const uint8_t *streamInfo, OCAFLAC *_Nullable *_Nonnull outDecoder);

/// Decodes one whole frame to interleaved samples of full scale ±1; bytes behind it are passed over.
///
/// capacity: samples that there is room for; a frame of more is refused.
int OCAFLACDecodeFloats(OCAFLAC *decoder, const uint8_t *packet, size_t byteCount, float *floats,
                        size_t capacity, OCAFLACFrame *outFrame);

/// Decodes one whole frame to interleaved samples that are the top bits of 32, but for those that are taken.
///
/// take: called at most once, for a frame that nothing was wrong with until then; none where nothing is to be lent.
int OCAFLACDecodeIntegers(OCAFLAC *decoder, const uint8_t *packet, size_t byteCount,
                          int32_t *integers, size_t capacity, OCAFLACTake _Nullable take,
                          void *_Nullable context, OCAFLACFrame *outFrame);

/// Frees a decoder.
void OCAFLACClose(OCAFLAC *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
