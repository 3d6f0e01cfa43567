#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CLibAVEncoding.h"
#include "CLibAVFormat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One decoder of libavcodec that gives Float32.
typedef struct OCALibAV OCALibAV;

/// What a call came to.
enum {
  OCALibAVDone = 0,
  /// A library is not on this machine, or lacks a function or the codec.
  OCALibAVLibraryMissing = 1,
  /// The codec refused its configuration.
  OCALibAVBadConfiguration = 2,
  /// The codec refused the packet, or made nothing of it.
  OCALibAVBadPacket = 3,
  /// Memory is short.
  OCALibAVFailed = 4,
  /// The packet was taken, and there are no samples.
  OCALibAVNothing = 5,
};

/// What one packet was decoded to.
typedef struct OCALibAVFrame {
  int frameCount;
  int channelCount;
  int sampleRate;
  /// The speakers, a bit each in channel order, with the bits of WAVEFORMATEXTENSIBLE; 0 if unknown.
  uint64_t speakers;
} OCALibAVFrame;

/// Opens the libraries if that has not been done, and makes a decoder.
///
/// codec: FFmpeg's name of it. configuration: what FFmpeg calls extradata, which may be none.
int OCALibAVOpen(const char *codec, const uint8_t *_Nullable configuration, size_t byteCount, int sampleRate,
                 int channelCount, OCALibAV *_Nullable *_Nonnull outDecoder);

/// Decodes one packet, whose samples then wait in the decoder; without one, what the decoder holds back.
int OCALibAVDecode(OCALibAV *decoder, const uint8_t *_Nullable packet, size_t byteCount,
                   OCALibAVFrame *outFrame);

/// Copies the waiting samples, interleaved.
///
/// sources: for each of `channelCount` channels out, the channel of the frame that it takes.
/// samples: room for frameCount times channelCount.
void OCALibAVCopy(OCALibAV *decoder, const int *sources, int channelCount, float *samples);

/// Frees a decoder.
void OCALibAVClose(OCALibAV *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
