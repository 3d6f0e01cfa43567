// Loops that the compiler vectorizes, once for every processor of the architecture, and once for
// 256-bit registers. For the latter, rounding is explicit, because one instruction replaces four.

#include "CSampleKernels.h"
#include "Wide.h"

#include <string.h>

// Numbers without alignment.
typedef int16_t __attribute__((aligned(1), may_alias)) Integer;
typedef uint32_t __attribute__((aligned(1), may_alias)) Pair;
typedef int32_t __attribute__((aligned(1), may_alias)) Whole;
typedef float __attribute__((aligned(1), may_alias)) Float;

/// Returns the nearest integer in the low 16 bits.
INLINE uint32_t nearest(float sample) {
  const float value = sample * 0x1p15f;
  const float low = value > -0x1p15f ? value : -0x1p15f;
  const float clipped = low < 0x1p15f - 1 ? low : 0x1p15f - 1;
  // After this addition, the last bit of the integer is the last bit of the float.
  const float shifted = clipped + 0x1.8p23f;
  uint32_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  return value == value ? bits : 0;
}

INLINE void readAll(const Integer *integers, Float *floats, size_t count) {
  for (size_t index = 0; index < count; index++) floats[index] = (float)integers[index] * 0x1p-15f;
}

INLINE void readPairs(const Pair *pairs, Float *left, Float *right, size_t count) {
  for (size_t index = 0; index < count; index++) {
    // Converts from the high half of a number, which saves a shift for each sample.
    const uint32_t pair = pairs[index];
    left[index] = (float)(int32_t)(pair << 16) * 0x1p-31f;
    right[index] = (float)(int32_t)(pair & 0xFFFF0000) * 0x1p-31f;
  }
}

/// Returns the integer nearest to the high half of a sample, in the low 16 bits.
INLINE uint32_t nearestTop(int32_t sample) { return nearest((float)sample * 0x1p-31f); }

INLINE void narrowAll(const int32_t *samples, Integer *integers, size_t count) {
  for (size_t index = 0; index < count; index++) integers[index] = (int16_t)nearestTop(samples[index]);
}

INLINE void writeAll(const Float *floats, Integer *integers, size_t count) {
  for (size_t index = 0; index < count; index++) integers[index] = (int16_t)nearest(floats[index]);
}

INLINE void writePairs(const Float *left, const Float *right, Pair *pairs, size_t count) {
  for (size_t index = 0; index < count; index++)
    pairs[index] = (nearest(left[index]) & 0xFFFF) | nearest(right[index]) << 16;
}

/// The frames that a convolution computes at once: all of them in registers.
enum { lanes = 16 };

INLINE void convolve(const float *frames, const float *taps, size_t tapCount, float *output, size_t count) {
  for (size_t start = 0; start < count; start += lanes) {
    float sums[lanes] = {0};
    for (size_t tap = 0; tap < tapCount; tap++) {
      const float *earlier = frames + start - tap;
      for (size_t lane = 0; lane < lanes; lane++) sums[lane] += taps[tap] * earlier[lane];
    }
    const size_t left = count - start;
    memcpy(output + start, sums, (left < lanes ? left : lanes) * sizeof *output);
  }
}

INLINE uint32_t nearestLifted(int32_t sample, uint32_t shift) {
  return nearestTop((int32_t)((uint32_t)sample << shift));
}

INLINE void narrowPairs(const Whole *left, const Whole *right, uint32_t shift, Pair *pairs, size_t count) {
  for (size_t index = 0; index < count; index++)
    pairs[index] = (nearestLifted(left[index], shift) & 0xFFFF) | nearestLifted(right[index], shift) << 16;
}

INLINE void interleave(const Float *left, const Float *right, Float *frames, size_t count) {
  for (size_t index = 0; index < count; index++) {
    frames[2 * index] = left[index];
    frames[2 * index + 1] = right[index];
  }
}

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "this code requires a little-endian processor"
#endif

#ifdef __x86_64__
#include <immintrin.h>
WIDE static void readAllWide(const Integer *integers, Float *floats, size_t count) { readAll(integers, floats, count); }
WIDE static void readPairsWide(const Pair *pairs, Float *left, Float *right, size_t count) { readPairs(pairs, left, right, count); }

/// Rounds eight numbers to integers. NaN and numbers beyond 32 bits in either direction become the
/// lowest 32-bit integer.
WIDE INLINE __m256i roundedFloats(const Float *floats) {
  return _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps((const float *)floats), _mm256_set1_ps(0x1p15f)));
}

/// Rounds eight numbers to integers, with NaN as 0 and a limit of 32,767. Packing clamps low
/// values.
WIDE INLINE __m256i roundedWithin(const Float *floats) {
  const __m256 samples = _mm256_mul_ps(_mm256_loadu_ps((const float *)floats), _mm256_set1_ps(0x1p15f));
  const __m256 isNumber = _mm256_cmp_ps(samples, samples, _CMP_ORD_Q);
  const __m256 clipped = _mm256_min_ps(samples, _mm256_set1_ps(0x1p15f - 1));
  return _mm256_cvtps_epi32(_mm256_and_ps(clipped, isNumber));
}

WIDE INLINE __m256i roundedWhole(__m256i tops) {
  return _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(tops), _mm256_set1_ps(0x1p-16f)));
}

WIDE INLINE __m256i roundedTops(const int32_t *samples) {
  return roundedWhole(_mm256_loadu_si256((const __m256i *)samples));
}

WIDE INLINE __m256i roundedLifted(const Whole *samples, __m128i shift) {
  return roundedWhole(_mm256_sll_epi32(_mm256_loadu_si256((const __m256i *)samples), shift));
}

/// Rounds two groups of eight numbers, and packs them by halves of the registers.
WIDE INLINE __m256i packed(const Float *first, const Float *second) {
  const __m256i integers = _mm256_packs_epi32(roundedFloats(first), roundedFloats(second));
  // The lowest integer may result from NaN, or from a sample too loud for 32 bits.
  if (__builtin_expect(_mm256_movemask_epi8(_mm256_cmpeq_epi16(integers, _mm256_set1_epi16(INT16_MIN))), 0))
    return _mm256_packs_epi32(roundedWithin(first), roundedWithin(second));
  return integers;
}

/// Writes the sixteen integers of two packed registers in order.
WIDE INLINE void writeSixteen(__m256i packed, Integer *integers) {
  // Packing works on halves of the registers.
  _mm256_storeu_si256((__m256i *)integers, _mm256_permute4x64_epi64(packed, 0xD8));
}

WIDE static void narrowAllWide(const int32_t *samples, Integer *integers, size_t count) {
  size_t index = 0;
  for (; index + 16 <= count; index += 16)
    writeSixteen(_mm256_packs_epi32(roundedTops(samples + index), roundedTops(samples + index + 8)), integers + index);
  narrowAll(samples + index, integers + index, count - index);
}

WIDE static void writeAllWide(const Float *floats, Integer *integers, size_t count) {
  size_t index = 0;
  for (; index + 16 <= count; index += 16)
    writeSixteen(packed(floats + index, floats + index + 8), integers + index);
  writeAll(floats + index, integers + index, count - index);
}

/// Writes eight integers of each channel interleaved.
WIDE INLINE void writeEightPairs(__m256i packed, Pair *pairs) {
  // In each half, four left and four right integers become pairs.
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
  _mm256_storeu_si256((__m256i *)pairs, _mm256_shuffle_epi8(packed, order));
}

WIDE static void writePairsWide(const Float *left, const Float *right, Pair *pairs, size_t count) {
  size_t index = 0;
  for (; index + 8 <= count; index += 8)
    writeEightPairs(packed(left + index, right + index), pairs + index);
  writePairs(left + index, right + index, pairs + index, count - index);
}

WIDE static void narrowPairsWide(const Whole *left, const Whole *right, uint32_t shift, Pair *pairs, size_t count) {
  const __m128i lift = _mm_cvtsi32_si128((int)shift);
  size_t index = 0;
  for (; index + 8 <= count; index += 8)
    writeEightPairs(
        _mm256_packs_epi32(roundedLifted(left + index, lift), roundedLifted(right + index, lift)), pairs + index);
  narrowPairs(left + index, right + index, shift, pairs + index, count - index);
}

WIDE static void convolveWide(const float *frames, const float *taps, size_t tapCount, float *output, size_t count) {
  convolve(frames, taps, tapCount, output, count);
}
#endif

void OCAFloatsFromIntegers(const uint8_t *integers, uint8_t *floats, size_t count) {
  CALL(readAll, (const Integer *)integers, (Float *)floats, count);
}

void OCAPlanesFromIntegers(const uint8_t *integers, uint8_t *left, uint8_t *right, size_t frameCount) {
  CALL(readPairs, (const Pair *)integers, (Float *)left, (Float *)right, frameCount);
}

void OCAIntegersFromFloats(const uint8_t *floats, uint8_t *integers, size_t count) {
  CALL(writeAll, (const Float *)floats, (Integer *)integers, count);
}

void OCAIntegersFromPlanes(const uint8_t *left, const uint8_t *right, uint8_t *integers, size_t frameCount) {
  CALL(writePairs, (const Float *)left, (const Float *)right, (Pair *)integers, frameCount);
}

void OCAIntegersFromTops(const int32_t *samples, uint8_t *integers, size_t count) {
  CALL(narrowAll, samples, (Integer *)integers, count);
}

void OCAIntegersFromWholePlanes(const uint8_t *left, const uint8_t *right, uint32_t shift, uint8_t *integers,
                                size_t frameCount) {
  CALL(narrowPairs, (const Whole *)left, (const Whole *)right, shift, (Pair *)integers, frameCount);
}

void OCAFramesFromPlanes(const uint8_t *left, const uint8_t *right, uint8_t *frames, size_t frameCount) {
  // 256-bit registers are no faster: combining halves of two registers takes some processors eight
  // steps.
  interleave((const Float *)left, (const Float *)right, (Float *)frames, frameCount);
}

void OCAConvolve(const float *frames, const float *taps, size_t tapCount, float *output, size_t count) {
  CALL(convolve, frames, taps, tapCount, output, count);
}
