#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A measurement by libebur128.
typedef struct OCALoudness OCALoudness;

/// The weight of a channel, which depends on the position of its loudspeaker.
typedef enum OCALoudnessWeight {
  OCALoudnessWeightNone,  ///< The low-frequency channel, which is not measured.
  OCALoudnessWeightFront,  ///< A loudspeaker in front, above or behind.
  OCALoudnessWeightSide,  ///< A loudspeaker at the side, which is 1.5 dB louder.
} OCALoudnessWeight;

/// Whether the library is installed; opens it if necessary.
bool OCALoudnessIsThere(void);

/// Starts a measurement of one channel, as if a second channel were identical; returns null if the
/// library is missing, memory is short, or the rate is unsupported.
OCALoudness *_Nullable OCALoudnessOpen(unsigned long sampleRate);

/// Starts a measurement of interleaved channels, also of their true peak; returns null like
/// `OCALoudnessOpen`.
OCALoudness *_Nullable OCALoudnessOpenChannels(
    const OCALoudnessWeight *weights, unsigned channelCount, unsigned long sampleRate);

/// Adds frames of samples from -1 to 1; returns false if memory is short.
bool OCALoudnessAdd(OCALoudness *loudness, const float *samples, int frameCount);

/// Returns the loudness of all samples so far in LUFS; minus infinity for silence.
double OCALoudnessOfAll(OCALoudness *loudness);

/// Returns the loudness of the last 400 ms in LUFS; minus infinity for silence.
double OCALoudnessOfMoment(OCALoudness *loudness);

/// Returns the largest magnitude of a sample of the first channel so far.
double OCALoudnessPeak(OCALoudness *loudness);

/// Returns the largest magnitude between samples of all channels so far, for a measurement by
/// `OCALoudnessOpenChannels`.
double OCALoudnessTruePeak(OCALoudness *loudness);

/// Ends the measurement.
void OCALoudnessClose(OCALoudness *loudness);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
