#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CLibAVEncoding.h"
#include "CLibAVFilm.h"
#include "CLibAVFormat.h"
#include "CLibAVPicture.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A decoder of libavcodec that produces Float32.
typedef struct OCALibAV OCALibAV;

/// The result of a call.
enum {
  OCALibAVDone = 0,
  /// A library is not installed, or lacks a function or the codec.
  OCALibAVLibraryMissing = 1,
  /// The codec rejected its configuration.
  OCALibAVBadConfiguration = 2,
  /// The codec rejected the packet, or could not decode it.
  OCALibAVBadPacket = 3,
  /// Out of memory.
  OCALibAVFailed = 4,
  /// No samples are available.
  OCALibAVNothing = 5,
};

/// The result of decoding a packet or a part of one.
typedef struct OCALibAVFrame {
  int frameCount;
  int channelCount;
  int sampleRate;
  /// The speakers in channel order, with one bit each from WAVEFORMATEXTENSIBLE; 0 if unknown.
  uint64_t speakers;
  /// The number of frames at the start that do not belong to the recording.
  uint32_t primingFrames;
} OCALibAVFrame;

/// The description of a stream for a new decoder.
typedef struct OCALibAVStream {
  /// FFmpeg's name of the decoder.
  const char *codec;
  /// FFmpeg's extradata, which may be absent.
  const uint8_t *_Nullable configuration;
  size_t configurationByteCount;
  int sampleRate;
  int channelCount;
  /// The size in bytes of each packet, or of the blocks in a packet; 0 if it varies.
  int bytesPerPacket;
  /// The bit rate in bits per second, and the bits of a sample; 0 if unknown.
  int64_t bitRate;
  int bitsPerSample;
} OCALibAVStream;

/// Opens the libraries if necessary, and creates a decoder.
int OCALibAVOpen(const OCALibAVStream *stream, OCALibAV *_Nullable *_Nonnull outDecoder);

/// Sends a packet to the decoder; null marks the end of all packets.
///
/// Receive all frames of the previous packet first.
int OCALibAVSend(OCALibAV *decoder, const uint8_t *_Nullable packet, size_t byteCount);

/// Decodes the next frame of the packet, and keeps its samples in the decoder. Returns
/// OCALibAVNothing after the last frame.
int OCALibAVReceive(OCALibAV *decoder, OCALibAVFrame *outFrame);

/// Copies the decoder's samples from `firstFrame`, interleaved.
///
/// - sources: The channel of the frame for each of the `channelCount` output channels.
/// - samples: Room for the remaining frames times channelCount.
void OCALibAVCopy(OCALibAV *decoder, const int *sources, int channelCount, int firstFrame, float *samples);

/// Returns the decoder's samples of one channel, valid until the next call; NULL if the
/// decoder's output is not planar Float32.
const float *_Nullable OCALibAVPlane(const OCALibAV *decoder, int channel);

/// Frees a decoder.
void OCALibAVClose(OCALibAV *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
