#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// An encoder of libavcodec that accepts Float32.
typedef struct OCALibAVEncoder OCALibAVEncoder;

/// The settings for a new encoder.
typedef struct OCALibAVRequest {
  /// FFmpeg's name of the encoder.
  const char *codec;
  int sampleRate;
  int channelCount;
  /// The speakers, with one bit each from WAVEFORMATEXTENSIBLE.
  uint64_t speakers;
  /// The bit rate in bits per second, or 0 for the encoder's choice.
  int64_t bitRate;
  /// Whether the bit rate is variable, at the quality below.
  int isVariable;
  /// The quality on the encoder's own scale.
  double variableQuality;
  /// The effort on the encoder's own scale, or a negative number for its choice.
  int effort;
  /// The encoder's own options as `name=value:name=value`, or an empty string.
  const char *options;
  /// The bits of a sample, if the codec preserves them.
  int bitDepth;
  /// The number of frames in a packet, or 0 for the encoder's choice.
  int framesPerPacket;
} OCALibAVRequest;

/// The properties that an encoder reports.
typedef struct OCALibAVEncoderInfo {
  /// The number of frames in a packet, or 0 if any number is supported.
  int framesPerPacket;
  /// The number of frames that a decoder produces before the first encoded frame.
  int primingFrames;
  int64_t bitRate;
  const uint8_t *_Nullable configuration;
  size_t configurationByteCount;
} OCALibAVEncoderInfo;

/// Opens the libraries if necessary, and creates an encoder.
///
/// Returns the same values as OCALibAVOpen.
int OCALibAVEncoderOpen(const OCALibAVRequest *request, OCALibAVEncoder *_Nullable *_Nonnull outEncoder,
                        OCALibAVEncoderInfo *outInfo);

/// Sends interleaved frames to the encoder; null marks the end.
///
/// - sources: The channel of a frame for each channel of the encoder.
int OCALibAVEncoderSend(OCALibAVEncoder *encoder, const float *_Nullable samples, int frameCount,
                        const int *sources);

/// Receives the next packet, valid until the next call. Returns OCALibAVNothing if no packet is
/// available yet.
int OCALibAVEncoderReceive(OCALibAVEncoder *encoder, const uint8_t *_Nullable *_Nonnull outBytes,
                           size_t *outByteCount, int *outFrameCount);

/// Frees an encoder.
void OCALibAVEncoderClose(OCALibAVEncoder *encoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
