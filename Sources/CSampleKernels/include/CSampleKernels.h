#pragma once

#include <stddef.h>
#include <stdint.h>

#include "Lanes.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

// Native 16-bit integers to native Float32 and back, and Float32 of two channels, by the widest registers that this processor has. No address need be
// aligned. Integers of two channels stand in turn; their floats are side by side, each channel's in memory of its own.

/// Writes integers as floats from -1 to 1.
void OCAFloatsFromIntegers(const uint8_t *integers, uint8_t *floats, size_t count);

/// Writes the integers of two channels as floats.
void OCAPlanesFromIntegers(const uint8_t *integers, uint8_t *left, uint8_t *right, size_t frameCount);

/// Rounds floats to the nearest integer, of two to the even one; beyond 1 is the last integer, and what is no number 0.
void OCAIntegersFromFloats(const uint8_t *floats, uint8_t *integers, size_t count);

/// Rounds the floats of two channels.
void OCAIntegersFromPlanes(const uint8_t *left, const uint8_t *right, uint8_t *integers, size_t frameCount);

/// Puts the floats of two channels in turn.
void OCAFramesFromPlanes(const uint8_t *left, const uint8_t *right, uint8_t *frames, size_t frameCount);

/// Rounds samples that are the top bits of 32 to 16, as their floats would be.
void OCAIntegersFromTops(const int32_t *samples, uint8_t *integers, size_t count);

/// Rounds whole numbers of two channels to 16 bits, as their floats would be: the top bits of 32 once they are moved up by so many.
void OCAIntegersFromWholePlanes(const uint8_t *left, const uint8_t *right, uint32_t shift, uint8_t *integers,
                                size_t frameCount);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
