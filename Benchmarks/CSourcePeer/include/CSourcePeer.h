/// A peer for the benchmarks of OpenAL: OpenAL Soft alone.
#ifndef CSourcePeer_h
#define CSourcePeer_h

#include <stdint.h>

/// A loopback device of OpenAL Soft with sources around the listener, which repeat a sound.
///
/// The library is loaded apart from the functions of the same names in the program.
typedef struct OCAPeerSources OCAPeerSources;

/// Returns NULL if the library cannot render.
///
/// - sound: The frames of one channel.
/// - angles: The direction of each source, in radians from the front to the right.
OCAPeerSources *OCAPeerSourcesMake(const int16_t *sound, long frameCount, const float *angles,
                                   long sourceCount, int sampleRate);
/// Renders stereo frames of Float32.
void OCAPeerSourcesRender(OCAPeerSources *sources, float *frames, long count);
void OCAPeerSourcesFree(OCAPeerSources *sources);

#endif
