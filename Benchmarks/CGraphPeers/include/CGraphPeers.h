/// Peers for the benchmarks of the render graph: plain loops, and a mix by OpenAL Soft.
#ifndef CGraphPeers_h
#define CGraphPeers_h

#include <stdint.h>

/// A filter of the second order for one channel, with a0 = 1.
typedef struct {
  double b0, b1, b2, a1, a2;
  double first, second;
} OCAPeerFilter;

/// Filters a block of stereo in place: all bands of a frame, and then the next frame.
///
/// - filters: `bandCount` filters of the left channel, then those of the right one.
void OCAPeerEqualizeFrames(OCAPeerFilter *filters, long bandCount, float *left, float *right,
                           long count);

/// Filters a block of stereo in place: all frames by one band, and then the next band.
void OCAPeerEqualizeBands(OCAPeerFilter *filters, long bandCount, float *left, float *right,
                          long count);

/// A stereo voice that repeats its frames.
typedef struct {
  const float *left, *right;
  long frameCount, place;
  /// The level of the left channel on the left, of the right one on the left, and so on.
  float leftToLeft, rightToLeft, leftToRight, rightToRight;
} OCAPeerVoice;

/// Mixes a block of all voices.
void OCAPeerMix(OCAPeerVoice *voices, long voiceCount, float *left, float *right, long count);

/// A loopback device of OpenAL Soft whose stereo sources repeat their frames.
typedef struct OCAPeerOpenAL OCAPeerOpenAL;

/// Returns NULL if the library cannot render.
OCAPeerOpenAL *OCAPeerOpenALMake(const OCAPeerVoice *voices, const float *gains, long voiceCount,
                                 int sampleRate);
void OCAPeerOpenALRender(OCAPeerOpenAL *mix, float *frames, long count);
void OCAPeerOpenALFree(OCAPeerOpenAL *mix);

#endif
