#pragma once

#include <stddef.h>
#include <stdint.h>

#include "Lanes.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

// Conversions between native 16-bit integers and Float32, with this processor's widest registers.
// Addresses need no alignment. Integers of two channels are interleaved; the floats of each channel
// are in separate memory.

/// Converts integers to floats from -1 to 1.
void OCAFloatsFromIntegers(const uint8_t *integers, uint8_t *floats, size_t count);

/// Converts the interleaved integers of two channels to floats.
void OCAPlanesFromIntegers(const uint8_t *integers, uint8_t *left, uint8_t *right, size_t frameCount);

/// Rounds floats to integers, half to even. Values out of range are clamped, and NaN becomes 0.
void OCAIntegersFromFloats(const uint8_t *floats, uint8_t *integers, size_t count);

/// Rounds the floats of two channels to interleaved integers.
void OCAIntegersFromPlanes(const uint8_t *left, const uint8_t *right, uint8_t *integers, size_t frameCount);

/// Interleaves the floats of two channels.
void OCAFramesFromPlanes(const uint8_t *left, const uint8_t *right, uint8_t *frames, size_t frameCount);

/// Rounds 32-bit integers, which hold samples in their high bits, to 16 bits. The results equal
/// those of OCAIntegersFromFloats for the same samples as floats.
void OCAIntegersFromTops(const int32_t *samples, uint8_t *integers, size_t count);

/// Rounds the 32-bit integers of two channels to interleaved 16-bit integers. The results equal
/// those of OCAIntegersFromPlanes for the same samples as floats.
///
/// - shift: The number of bits that moves a sample to the high end of 32 bits.
void OCAIntegersFromWholePlanes(const uint8_t *left, const uint8_t *right, uint32_t shift, uint8_t *integers,
                                size_t frameCount);

/// Convolves floats with a response: each output is a sum over all taps. Tap 0 is multiplied by the
/// frame itself, tap 1 by the frame before it, and so on.
///
/// - frames: The first frame. There are tapCount - 1 frames before it, and 16 after the last one.
void OCAConvolve(const float *frames, const float *taps, size_t tapCount, float *output, size_t count);

/// A filter of the second order for two channels, with a0 = 1, and its state.
typedef struct {
  double b0, b1, b2, a1, a2;
  double first[2], second[2];
} OCAFilter;

/// Filters two channels in place by filters one after the other, which keep Float64 between them.
/// Both channels may be in the same memory, and are then one channel. A filter that changes nothing
/// is skipped.
void OCAFilterPlanes(OCAFilter *filters, size_t filterCount, float *left, float *right, size_t count);

/// Adds floats, multiplied by a level, to sums.
void OCAAdd(const float *samples, float level, float *sums, size_t count);

/// The levels of a pan: of the near side on its own side, and of the far side on both sides.
typedef struct {
  float near, across, far;
} OCAPannedLevels;

/// Adds the floats of two channels to the sums of two channels.
void OCAAddPanned(const float *near, const float *far, OCAPannedLevels levels, float *nearSums, float *farSums,
                  size_t count);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
