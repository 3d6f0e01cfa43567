#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One encoder of libavcodec that takes Float32.
typedef struct OCALibAVEncoder OCALibAVEncoder;

/// What is asked of an encoder.
typedef struct OCALibAVRequest {
  /// FFmpeg's name of the encoder.
  const char *codec;
  int sampleRate;
  int channelCount;
  /// The speakers, a bit each, with the bits of WAVEFORMATEXTENSIBLE.
  uint64_t speakers;
  /// Bits a second, or 0 for the encoder's choice.
  int64_t bitRate;
  /// Whether the bit rate is variable, of the next quality.
  int isVariable;
  /// In the encoder's own numbers.
  double variableQuality;
  /// How much work, in the encoder's own numbers, or a negative number for its choice.
  int effort;
  /// The encoder's own options as `name=value:name=value`, or nothing.
  const char *options;
  /// Bits of a sample, where the codec keeps them.
  int bitDepth;
  /// Frames of a packet, or 0 for the encoder's choice.
  int framesPerPacket;
} OCALibAVRequest;

/// What an encoder has decided.
typedef struct OCALibAVEncoderInfo {
  /// Frames of a packet, or 0 where any number will do.
  int framesPerPacket;
  /// Frames that a decoder gives before the first one that was encoded.
  int primingFrames;
  int64_t bitRate;
  const uint8_t *_Nullable configuration;
  size_t configurationByteCount;
} OCALibAVEncoderInfo;

/// Opens the libraries if that has not been done, and makes an encoder.
///
/// Returns what OCALibAVOpen returns.
int OCALibAVEncoderOpen(const OCALibAVRequest *request, OCALibAVEncoder *_Nullable *_Nonnull outEncoder,
                        OCALibAVEncoderInfo *outInfo);

/// Takes interleaved frames; none tell the end.
///
/// sources: for each channel of the encoder, the channel of a frame.
int OCALibAVEncoderSend(OCALibAVEncoder *encoder, const float *_Nullable samples, int frameCount,
                        const int *sources);

/// Gives the next packet, which stays until the next call; OCALibAVNothing where there is none yet.
int OCALibAVEncoderReceive(OCALibAVEncoder *encoder, const uint8_t *_Nullable *_Nonnull outBytes,
                           size_t *outByteCount, int *outFrameCount);

/// Frees an encoder.
void OCALibAVEncoderClose(OCALibAVEncoder *encoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
