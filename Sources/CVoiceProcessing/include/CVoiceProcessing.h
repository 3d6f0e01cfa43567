#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// The voice processing of one microphone, by webrtc-audio-processing.
///
/// All frames have one channel. Its functions must not run at the same time.
typedef struct OCAVoice OCAVoice;

/// The parts of the processing that are on.
typedef struct OCAVoiceSettings {
  /// Removes the echo of the far end.
  bool cancelsEcho;
  /// Removes steady noise.
  bool suppressesNoise;
  /// Raises quiet voices and lowers loud ones.
  bool controlsGain;
  /// Removes constant offsets and frequencies below the voice.
  bool removesLowFrequencies;
} OCAVoiceSettings;

/// Whether the library is installed; opens it if necessary.
bool OCAVoiceIsThere(void);

/// Reports the missing library, once per process.
void OCAVoiceReportMissing(void);

/// Makes a processing; returns null without the library, or for rates that it does not support.
///
/// - rate: The rate of the microphone's frames, in hertz.
/// - farRate: The rate of the far end's frames, in hertz.
OCAVoice *_Nullable OCAVoiceOpen(int rate, int farRate, OCAVoiceSettings settings);

/// Changes the parts of the processing that are on.
bool OCAVoiceSet(OCAVoice *voice, OCAVoiceSettings settings);

/// Adds 10 ms of the far end, before a loudspeaker plays them: `farRate / 100` frames.
bool OCAVoiceAddFarEnd(OCAVoice *voice, const float *frames);

/// Processes 10 ms of a microphone in place: `rate / 100` frames.
///
/// - delay: The expected milliseconds between a far-end frame and its echo. The library corrects
///   this value itself.
bool OCAVoiceProcess(OCAVoice *voice, float *frames, int delay);

/// Frees a processing.
void OCAVoiceClose(OCAVoice *voice);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
