#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A resampler of libsoxr for interleaved Float32.
typedef struct OCASoxr OCASoxr;

/// The result of a call.
enum {
  OCASoxrDone = 0,
  /// The library is not installed, or lacks a function.
  OCASoxrLibraryMissing = 1,
  /// Memory is short, or the library rejects the rates.
  OCASoxrFailed = 2,
};

/// Filters, named by the bit depth that they preserve. `Low` is the fastest.
enum {
  OCASoxrLow = 0,
  OCASoxr16Bits = 1,
  OCASoxr20Bits = 2,
  OCASoxr24Bits = 3,
  OCASoxr28Bits = 4,
  OCASoxr32Bits = 5,
};

/// The shape of a filter.
enum {
  OCASoxrLinearPhase = 0,
  OCASoxrMinimumPhase = 1,
  /// Preserves more of the band, at a higher cost.
  OCASoxrSteep = 2,
};

/// Opens the library if necessary, and creates a resampler.
///
/// - filter: One of the filters.
/// - shape: A combination of the shapes.
int OCASoxrOpen(double inputRate, double outputRate, unsigned channelCount, int filter, int shape,
                OCASoxr *_Nullable *_Nonnull outResampler);

/// Resamples frames.
///
/// - input: The input frames. Null marks the end; then call until no frames are produced.
int OCASoxrProcess(OCASoxr *resampler, const float *_Nullable input, size_t inputCount,
                   size_t *outTaken, float *output, size_t capacity, size_t *outMade);

/// Frees a resampler.
void OCASoxrClose(OCASoxr *resampler);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
