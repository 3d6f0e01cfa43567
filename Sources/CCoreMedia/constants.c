#include <CoreMedia/CoreMedia.h>

#define ZERO {.timescale = 1, .flags = kCMTimeFlags_Valid}

const CMTime kCMTimeInvalid = {0};
const CMTime kCMTimeIndefinite = {.flags = kCMTimeFlags_Valid | kCMTimeFlags_Indefinite};
const CMTime kCMTimePositiveInfinity = {
  .flags = kCMTimeFlags_Valid | kCMTimeFlags_PositiveInfinity,
};
const CMTime kCMTimeNegativeInfinity = {
  .flags = kCMTimeFlags_Valid | kCMTimeFlags_NegativeInfinity,
};
const CMTime kCMTimeZero = ZERO;

const CMTimeRange kCMTimeRangeZero = {.start = ZERO, .duration = ZERO};
const CMTimeRange kCMTimeRangeInvalid = {.start = {0}, .duration = {0}};
const CMTimeMapping kCMTimeMappingInvalid = {
  .source = {.start = {0}, .duration = {0}},
  .target = {.start = {0}, .duration = {0}},
};
