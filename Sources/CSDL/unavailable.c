// Replaces the rest of this target if the headers of SDL were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_VIDEO) && !__has_include(<SDL2/SDL.h>)

#include "CSDL.h"

#include <CDynamicLibrary.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libSDL2",
    .package = "libsdl2-dev",
    .purpose = OCALibraryForFilms,
};

int OCAWindowOpen(const char *title, int width, int height, OCAWindow **outWindow) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForFilms);
  return OCAWindowLibraryMissing;
}

void OCAWindowSetTitle(OCAWindow *window, const char *title) {}

void OCAWindowResize(OCAWindow *window, int width, int height) {}

void OCAWindowSetFullScreen(OCAWindow *window, bool isFullScreen) {}

bool OCAWindowIsFullScreen(OCAWindow *window) {
  return false;
}

void OCAWindowGetSize(OCAWindow *window, int *outWidth, int *outHeight) {}

bool OCAWindowGetScreenSize(OCAWindow *window, int *outWidth, int *outHeight) {
  return false;
}

int OCAWindowSetPicture(OCAWindow *window, const uint8_t *pixels, int bytesPerRow, int width,
                        int height) {
  return OCAWindowFailed;
}

void OCAWindowClearPicture(OCAWindow *window) {}

void OCAWindowDraw(OCAWindow *window, const OCAWindowPlace *place) {}

void OCAWindowNextEvent(OCAWindow *window, int milliseconds, OCAWindowEvent *outEvent) {}

void OCAWindowWake(void) {}

void OCAWindowClose(OCAWindow *window) {}

#endif
