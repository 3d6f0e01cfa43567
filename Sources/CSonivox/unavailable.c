// Replaces the rest of this target if the headers of Sonivox were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_SONIVOX) && !__has_include(<sonivox/eas.h>)

#include "CSonivox.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libsonivox",
    .package = "libsonivox-dev",
    .purpose = OCALibraryForSynthesis,
};

bool OCASonivoxIsThere(void) { return OCADynamicLibraryLoad(&dynamicLibrary); }

OCASonivox *OCASonivoxOpen(OCASonivoxFormat *outFormat) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  return NULL;
}

void OCASonivoxSend(OCASonivox *synth, const uint8_t *bytes, int count) {}

bool OCASonivoxRender(OCASonivox *synth, int16_t *samples) { return false; }

void OCASonivoxClose(OCASonivox *synth) {}

#endif
