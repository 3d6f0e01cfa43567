#pragma once

#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Operations that SIMD8 lacks, on eight 16-bit integers in a vector register. Always inlined.

/// Eight integers: SIMD8<Int16> in Swift.
typedef int16_t OCALanes __attribute__((ext_vector_type(8)));

/// Four integers: SIMD4<Int32> in Swift.
typedef int32_t OCAWideLanes __attribute__((ext_vector_type(4)));

#define OCA_LANES_INLINE static inline __attribute__((always_inline))

/// The first lane of `first`, followed by all lanes of `others` except the last.
OCA_LANES_INLINE OCALanes OCALanesPut(OCALanes first, OCALanes others) {
  const OCALanes one = {-1, 0, 0, 0, 0, 0, 0, 0};
  return (first & one) | __builtin_shufflevector(others, (OCALanes)0, 8, 0, 1, 2, 3, 4, 5, 6);
}

/// Four integers followed by the same four again, each clamped to 16 bits.
OCA_LANES_INLINE OCALanes OCALanesOfWide(OCAWideLanes wide) {
#ifdef __SSE2__
  return (OCALanes)_mm_packs_epi32((__m128i)wide, (__m128i)wide);
#else
  OCALanes lanes;
  for (int lane = 0; lane < 8; lane++) {
    const int32_t value = wide[lane & 3];
    lanes[lane] = (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
  }
  return lanes;
#endif
}

/// The sum of all lanes, in each lane.
OCA_LANES_INLINE OCAWideLanes OCAWideLanesSum(OCAWideLanes wide) {
  wide += __builtin_shufflevector(wide, wide, 2, 3, 0, 1);
  return wide + __builtin_shufflevector(wide, wide, 1, 0, 3, 2);
}

/// For each lane, the sum of this lane and all later ones.
OCA_LANES_INLINE OCALanes OCALanesSuffixSums(OCALanes lanes) {
  const OCALanes zero = 0;
  lanes += __builtin_shufflevector(lanes, zero, 4, 5, 6, 7, 8, 8, 8, 8);
  lanes += __builtin_shufflevector(lanes, zero, 2, 3, 4, 5, 6, 7, 8, 8);
  return lanes + __builtin_shufflevector(lanes, zero, 1, 2, 3, 4, 5, 6, 7, 8);
}

/// All bits set in each lane with `one` larger than `other`.
OCA_LANES_INLINE OCALanes OCALanesAreLarger(OCALanes one, OCALanes other) { return one > other; }

/// All bits set in each lane that is zero.
OCA_LANES_INLINE OCALanes OCALanesAreZero(OCALanes lanes) { return lanes == (OCALanes)0; }

/// The magnitudes of the lanes, at most 32,767.
OCA_LANES_INLINE OCALanes OCALanesMagnitudes(OCALanes lanes) {
  const OCALanes sign = lanes >> 15;
  // The negation of -32,768 saturates.
  return __builtin_elementwise_sub_sat(lanes ^ sign, sign);
}

/// The products of the lanes, summed in pairs.
OCA_LANES_INLINE OCAWideLanes OCALanesProducts(OCALanes one, OCALanes other) {
#ifdef __SSE2__
  return (OCAWideLanes)_mm_madd_epi16((__m128i)one, (__m128i)other);
#else
  OCAWideLanes sums;
  for (int lane = 0; lane < 4; lane++)
    sums[lane] = one[2 * lane] * other[2 * lane] + one[2 * lane + 1] * other[2 * lane + 1];
  return sums;
#endif
}

#undef OCA_LANES_INLINE

#ifdef __cplusplus
}
#endif
