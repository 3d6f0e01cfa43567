// The properties of a stream in libavformat.

#pragma once

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

/// Returns the sample format of a linear PCM codec, or 0 for other codecs.
uint32_t OCALibAVPCMLayout(enum AVCodecID codec);

/// Returns the name of a codec, or 0 for other codecs.
uint32_t OCALibAVCodecName(enum AVCodecID codec);

/// Returns the number of channels; 0 if unknown.
int OCALibAVChannelCount(const AVCodecParameters *parameters);

/// Returns the sample rate in hertz; 0 if unknown. Opus packets have a single rate, which some
/// containers omit (RFC 7845, 5.1).
int OCALibAVSampleRate(const AVCodecParameters *parameters);

#endif
