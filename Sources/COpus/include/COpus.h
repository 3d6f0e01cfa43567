#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A decoder of libopus.
typedef struct OCAOpus OCAOpus;

/// The result of creating a decoder.
enum {
  OCAOpusDone = 0,
  /// The library is not installed, or lacks a function.
  OCAOpusLibraryMissing = 1,
  /// The library rejected the configuration, or memory is short.
  OCAOpusBadConfiguration = 2,
};

/// The configuration of a new decoder.
typedef struct OCAOpusConfiguration {
  /// The output rate in hertz: 8000, 12000, 16000, 24000, or 48000, independent of the source of
  /// the packets.
  int32_t sampleRate;
  int32_t channelCount;
  int32_t streamCount;
  /// The number of streams with two channels.
  int32_t coupledCount;
  /// The gain in 1/256 dB.
  int32_t gain;
} OCAOpusConfiguration;

/// Creates a decoder; mapping states the position of each channel in the streams (RFC 7845, 5.1.1).
int OCAOpusOpen(OCAOpusConfiguration configuration, const uint8_t *mapping,
                OCAOpus *_Nullable *_Nonnull outDecoder);

/// Decodes one packet into interleaved samples, which have room for frameCapacity frames.
///
/// Returns the number of frames, or a negative number if the library rejects the packet.
int32_t OCAOpusDecode(OCAOpus *decoder, const uint8_t *packet, int32_t byteCount, float *samples,
                      int32_t frameCapacity);

/// Discards all earlier packets.
void OCAOpusRestart(OCAOpus *decoder);

/// Frees a decoder.
void OCAOpusClose(OCAOpus *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
