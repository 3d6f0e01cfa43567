// The functions of libswscale, which the files of this target share.

#pragma once

#include "Internal.h"
#ifdef OCA_FILMS_AVAILABLE
#include <libswscale/swscale.h>

// The functions, valid after loading succeeds.
struct OCAScalingLibrary {
  __typeof__(&sws_getCachedContext) getContext;
  __typeof__(&sws_freeContext) freeContext;
  __typeof__(&sws_getCoefficients) getCoefficients;
  __typeof__(&sws_setColorspaceDetails) setColours;
  __typeof__(&sws_scale) scale;
};
__attribute__((visibility("hidden"))) extern struct OCAScalingLibrary OCAScalingLibrary;
#define scaling OCAScalingLibrary

// Opens the libraries on first use, and returns whether they are available. Reports missing ones.
__attribute__((visibility("hidden"))) bool OCALoadScaling(void);
#endif
