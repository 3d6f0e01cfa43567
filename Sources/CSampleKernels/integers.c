// Loops that the compiler turns into instructions for many samples at a time, once for every processor of the kind and once for
// registers of 256 bits.

#include "CSampleKernels.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// Numbers wherever a client has them.
typedef int16_t __attribute__((aligned(1), may_alias)) Integer;
typedef uint32_t __attribute__((aligned(1), may_alias)) Pair;
typedef float __attribute__((aligned(1), may_alias)) Float;

/// The low 16 bits are the nearest integer.
INLINE uint32_t nearest(float sample) {
  const float value = sample * 0x1p15f;
  const float low = value > -0x1p15f ? value : -0x1p15f;
  const float clipped = low < 0x1p15f - 1 ? low : 0x1p15f - 1;
  // Where this is added, the last bit of the number is the last bit of the float.
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
    const uint32_t pair = pairs[index];
    left[index] = (float)((int32_t)(pair << 16) >> 16) * 0x1p-15f;
    right[index] = (float)((int32_t)pair >> 16) * 0x1p-15f;
  }
}

INLINE void writeAll(const Float *floats, Integer *integers, size_t count) {
  for (size_t index = 0; index < count; index++) integers[index] = (int16_t)nearest(floats[index]);
}

INLINE void writePairs(const Float *left, const Float *right, Pair *pairs, size_t count) {
  for (size_t index = 0; index < count; index++)
    pairs[index] = (nearest(left[index]) & 0xFFFF) | nearest(right[index]) << 16;
}

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pairs are taken for little-endian numbers"
#endif

#ifdef __x86_64__
#define WIDE __attribute__((target("avx2")))
WIDE static void readAllWide(const Integer *integers, Float *floats, size_t count) { readAll(integers, floats, count); }
WIDE static void readPairsWide(const Pair *pairs, Float *left, Float *right, size_t count) { readPairs(pairs, left, right, count); }
WIDE static void writeAllWide(const Float *floats, Integer *integers, size_t count) { writeAll(floats, integers, count); }
WIDE static void writePairsWide(const Float *left, const Float *right, Pair *pairs, size_t count) {
  writePairs(left, right, pairs, count);
}
#define CALL(function, ...) (__builtin_cpu_supports("avx2") ? function##Wide(__VA_ARGS__) : function(__VA_ARGS__))
#else
#define CALL(function, ...) function(__VA_ARGS__)
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
