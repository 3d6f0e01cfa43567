// The codecs of films.

#pragma once

#include "Internal.h"
#ifdef OCA_FILMS_AVAILABLE

/// The names of the decoders that may find out the properties of streams.
extern const char OCAFilmDecoders[];

/// Returns the name of a codec, or 0 for other codecs.
uint32_t OCAFilmCodecName(enum AVCodecID codec);
#endif
