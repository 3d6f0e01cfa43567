#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// The loudness of one channel from libebur128, measured as if a second channel were identical.
typedef struct OCALoudness OCALoudness;

/// Whether the library is installed; opens it if necessary.
bool OCALoudnessIsThere(void);

/// Starts a measurement; returns null if the library is missing, memory is short, or the rate is
/// unsupported.
OCALoudness *_Nullable OCALoudnessOpen(unsigned long sampleRate);

/// Adds samples from -1 to 1; returns false if memory is short.
bool OCALoudnessAdd(OCALoudness *loudness, const float *samples, int count);

/// Returns the loudness of all samples so far in LUFS; minus infinity for silence.
double OCALoudnessOfAll(OCALoudness *loudness);

/// Returns the loudness of the last 400 ms in LUFS; minus infinity for silence.
double OCALoudnessOfMoment(OCALoudness *loudness);

/// Returns the largest magnitude of a sample so far.
double OCALoudnessPeak(OCALoudness *loudness);

/// Ends the measurement.
void OCALoudnessClose(OCALoudness *loudness);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
