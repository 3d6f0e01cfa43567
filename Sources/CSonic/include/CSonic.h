#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A stream of libsonic, which changes the speed and pitch of interleaved frames.
typedef struct OCASonic OCASonic;

/// Whether the library is installed; opens it if necessary.
bool OCASonicIsThere(void);

/// Creates a stream; returns null if the library is missing or memory is short.
OCASonic *_Nullable OCASonicOpen(int sampleRate, int channelCount);

/// Sets the changes for frames written afterwards.
///
/// - speed: The ratio of input to output frames, at constant pitch.
/// - pitch: The pitch factor.
/// - rate: The factor for speed and pitch together, as on a tape.
/// - isExact: Whether to find periods exactly to the frame, which takes about seven times as long.
void OCASonicSet(OCASonic *stream, float speed, float pitch, float rate, bool isExact);

/// Writes frames of samples from -1 to 1, which the library rounds to 16 bits.
bool OCASonicWrite(OCASonic *stream, const float *frames, int frameCount);

/// Outputs all pending frames.
bool OCASonicFlush(OCASonic *stream);

/// Reads up to frameCount frames, and returns their number.
int OCASonicRead(OCASonic *stream, float *frames, int frameCount);

/// Frees a stream.
void OCASonicClose(OCASonic *stream);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
