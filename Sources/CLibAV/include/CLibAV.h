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
  /// There are no samples, or no more.
  OCALibAVNothing = 5,
};

/// What a packet, or a part of one, was decoded to.
typedef struct OCALibAVFrame {
  int frameCount;
  int channelCount;
  int sampleRate;
  /// The speakers, a bit each in channel order, with the bits of WAVEFORMATEXTENSIBLE; 0 if unknown.
  uint64_t speakers;
  /// Frames at the start that the codec says are none of the recording.
  uint32_t primingFrames;
} OCALibAVFrame;

/// What a decoder is told before the first packet.
typedef struct OCALibAVStream {
  /// FFmpeg's name of the decoder.
  const char *codec;
  /// What FFmpeg calls extradata, which may be none.
  const uint8_t *_Nullable configuration;
  size_t configurationByteCount;
  int sampleRate;
  int channelCount;
  /// Bytes of each packet, or of a block that a packet consists of; 0 where they differ.
  int bytesPerPacket;
  /// Bits a second, and bits of a sample; 0 where not known.
  int64_t bitRate;
  int bitsPerSample;
} OCALibAVStream;

/// Opens the libraries if that has not been done, and makes a decoder.
int OCALibAVOpen(const OCALibAVStream *stream, OCALibAV *_Nullable *_Nonnull outDecoder);

/// Takes one packet, whose frames can then be received; without one, the end of all packets.
///
/// All frames of the packet before have to be received first.
int OCALibAVSend(OCALibAV *decoder, const uint8_t *_Nullable packet, size_t byteCount);

/// Decodes the next frame of the packet, whose samples then wait in the decoder; OCALibAVNothing behind the last.
int OCALibAVReceive(OCALibAV *decoder, OCALibAVFrame *outFrame);

/// Copies the waiting samples from `firstFrame` on, interleaved.
///
/// sources: for each of `channelCount` channels out, the channel of the frame that it takes.
/// samples: room for the frames that are left, times channelCount.
void OCALibAVCopy(OCALibAV *decoder, const int *sources, int channelCount, int firstFrame, float *samples);

/// The waiting samples of one channel, which lie there until the next call; NULL where they are of another form.
const float *_Nullable OCALibAVPlane(const OCALibAV *decoder, int channel);

/// Frees a decoder.
void OCALibAVClose(OCALibAV *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
