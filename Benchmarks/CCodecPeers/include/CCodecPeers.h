/// The peers of benchmarks: the plainest loop of each library that decodes, resamples or converts samples.
#ifndef CCodecPeers_h
#define CCodecPeers_h

#include <stdint.h>

/// Each decodes a file to its end and returns how many frames there were, or a negative number.
int64_t OCAPeerDecodeLibAV(const char *path);
int64_t OCAPeerDecodeMpg123(const char *path);
int64_t OCAPeerDecodeFLAC(const char *path);
/// `writesInt16`: to 16 bits; else to Float32.
int64_t OCAPeerDecodeSndfile(const char *path, int writesInt16);

/// Resamples interleaved stereo with libsoxr; returns the frames that came out.
long OCAPeerResample(const float *frames, long count, double inputRate, double outputRate,
                     int recipe);

/// A converter of libswresample between interleaved Int16 and Float32 with a plane a channel, both stereo.
typedef struct OCAPeerSamples OCAPeerSamples;

OCAPeerSamples *OCAPeerSamplesMake(int toFloat);
int OCAPeerSamplesConvert(OCAPeerSamples *converter, const void *const *input, void *const *output,
                          int frameCount);
void OCAPeerSamplesFree(OCAPeerSamples *converter);

#endif
