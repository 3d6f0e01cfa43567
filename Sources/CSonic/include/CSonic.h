#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One stream of libsonic, which changes the speed and the pitch of interleaved frames.
typedef struct OCASonic OCASonic;

/// Whether the library is on this machine; opens it if that has not been done.
bool OCASonicIsThere(void);

/// Makes a stream; null where the library is missing or memory is short.
OCASonic *_Nullable OCASonicOpen(int sampleRate, int channelCount);

/// Sets what becomes of the frames that are written from now on.
///
/// speed: frames that go in for each that comes out, pitch kept. pitch: how much higher. rate: both at once, as a tape would.
/// isExact: whether periods are sought to the frame, which takes some seven times as long.
void OCASonicSet(OCASonic *stream, float speed, float pitch, float rate, bool isExact);

/// Takes frames of samples from -1 to 1, which the library rounds to 16 bits.
bool OCASonicWrite(OCASonic *stream, const float *frames, int frameCount);

/// Lets go of what is held back.
bool OCASonicFlush(OCASonic *stream);

/// Gives up to so many frames, and says how many.
int OCASonicRead(OCASonic *stream, float *frames, int frameCount);

/// Frees a stream.
void OCASonicClose(OCASonic *stream);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
