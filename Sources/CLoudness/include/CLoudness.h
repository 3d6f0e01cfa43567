#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// The loudness of one channel, measured by libebur128 as if a second one sounded the same.
typedef struct OCALoudness OCALoudness;

/// Whether the library is on this machine; opens it if that has not been done.
bool OCALoudnessIsThere(void);

/// Starts to measure; null where the library is missing, memory is short, or the rate is none that it takes.
OCALoudness *_Nullable OCALoudnessOpen(unsigned long sampleRate);

/// Takes samples from -1 to 1; false where memory is short.
bool OCALoudnessAdd(OCALoudness *loudness, const float *samples, int count);

/// The loudness of all so far, in LUFS; minus infinity for silence.
double OCALoudnessOfAll(OCALoudness *loudness);

/// The loudness of the last 400 ms, in LUFS; minus infinity for silence.
double OCALoudnessOfMoment(OCALoudness *loudness);

/// The largest magnitude of a sample so far.
double OCALoudnessPeak(OCALoudness *loudness);

/// Ends.
void OCALoudnessClose(OCALoudness *loudness);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
