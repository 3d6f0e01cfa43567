/// Peers for benchmarks: the simplest loop with each library that decodes, resamples, or converts.
#ifndef CCodecPeers_h
#define CCodecPeers_h

#include <stdint.h>

/// These functions decode a file and return its number of frames, or a negative number on error.
int64_t OCAPeerDecodeLibAV(const char *path);
int64_t OCAPeerDecodeMpg123(const char *path);
int64_t OCAPeerDecodeFLAC(const char *path);
/// Decodes to 16-bit integers if `writesInt16` is set, else to Float32.
int64_t OCAPeerDecodeSndfile(const char *path, int writesInt16);

/// Resamples interleaved stereo with libsoxr; returns the number of output frames.
long OCAPeerResample(const float *frames, long count, double inputRate, double outputRate,
                     int recipe);

/// A libswresample converter between interleaved Int16 and planar Float32, both in stereo.
typedef struct OCAPeerSamples OCAPeerSamples;

OCAPeerSamples *OCAPeerSamplesMake(int toFloat);
int OCAPeerSamplesConvert(OCAPeerSamples *converter, const void *const *input, void *const *output,
                          int frameCount);
void OCAPeerSamplesFree(OCAPeerSamples *converter);

#endif
