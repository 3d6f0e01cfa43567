#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One resampler of libsoxr, for interleaved Float32.
typedef struct OCASoxr OCASoxr;

/// What a call came to.
enum {
  OCASoxrDone = 0,
  /// The library is not on this machine, or lacks a function.
  OCASoxrLibraryMissing = 1,
  /// Memory is short, or the library refuses the rates.
  OCASoxrFailed = 2,
};

/// Filters, by the bits that they keep.
enum {
  OCASoxrLow = 0,
  OCASoxr16Bits = 1,
  OCASoxr20Bits = 2,
  OCASoxr24Bits = 3,
  OCASoxr28Bits = 4,
  OCASoxr32Bits = 5,
};

/// How a filter is.
enum {
  OCASoxrLinearPhase = 0,
  OCASoxrMinimumPhase = 1,
  /// Keeps more of the band, for more work.
  OCASoxrSteep = 2,
};

/// Opens the library if that has not been done, and makes a resampler.
///
/// filter: one of the filters. shape: any of the other bits together.
int OCASoxrOpen(double inputRate, double outputRate, unsigned channelCount, int filter, int shape,
                OCASoxr *_Nullable *_Nonnull outResampler);

/// Takes frames and gives frames.
///
/// input: frames; none tell the end, after which there is more to be had until nothing comes.
int OCASoxrProcess(OCASoxr *resampler, const float *_Nullable input, size_t inputCount,
                   size_t *outTaken, float *output, size_t capacity, size_t *outMade);

/// Frees a resampler.
void OCASoxrClose(OCASoxr *resampler);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
