#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One decoder of libopus.
typedef struct OCAOpus OCAOpus;

/// What making one came to.
enum {
  OCAOpusDone = 0,
  /// The library is not on this machine, or lacks a function.
  OCAOpusLibraryMissing = 1,
  /// The library refused the configuration, or memory is short.
  OCAOpusBadConfiguration = 2,
};

/// What a decoder is made for.
typedef struct OCAOpusConfiguration {
  /// Hertz: 8000, 12000, 16000, 24000 or 48000, whatever the packets were made from.
  int32_t sampleRate;
  int32_t channelCount;
  int32_t streamCount;
  /// How many of the streams have two channels.
  int32_t coupledCount;
  /// In 1/256 dB.
  int32_t gain;
} OCAOpusConfiguration;

/// Makes a decoder; mapping tells for each channel where in the streams it is (RFC 7845, 5.1.1).
int OCAOpusOpen(OCAOpusConfiguration configuration, const uint8_t *mapping,
                OCAOpus *_Nullable *_Nonnull outDecoder);

/// Decodes one packet into interleaved samples, of which there is room for so many frames.
///
/// Says how many frames there are, or less than 0 where the library refuses the packet.
int32_t OCAOpusDecode(OCAOpus *decoder, const uint8_t *packet, int32_t byteCount, float *samples,
                      int32_t frameCapacity);

/// Forgets all packets.
void OCAOpusRestart(OCAOpus *decoder);

/// Frees a decoder.
void OCAOpusClose(OCAOpus *decoder);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
