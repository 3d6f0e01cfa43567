// The only file that uses Xlib, whose functions are declared here, so that no headers are needed.
//
// Source: Xlib - C Language X Interface, 2.1 (displays), 4.3 (properties); Extended Window Manager
// Hints, _NET_SUPPORTED.

#if defined(OCA_VIDEO) && __has_include(<SDL2/SDL.h>)

#include "WindowManager.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

typedef struct XDisplay XDisplay;
typedef unsigned long XNumber;

static struct {
  XDisplay *(*OpenDisplay)(const char *name);
  int (*CloseDisplay)(XDisplay *display);
  XNumber (*DefaultRootWindow)(XDisplay *display);
  XNumber (*InternAtom)(XDisplay *display, const char *name, int onlyIfExists);
  int (*GetWindowProperty)(XDisplay *display, XNumber window, XNumber property, long offset,
                           long length, int deletes, XNumber wantedType, XNumber *outType,
                           int *outFormat, XNumber *outCount, XNumber *outBytesAfter,
                           unsigned char **outValue);
  int (*Free)(void *value);
} library;

#define ENTRY(name) {"X" #name, (void **)&library.name},
static const OCADynamicFunction functions[] = {
    ENTRY(OpenDisplay) ENTRY(CloseDisplay) ENTRY(DefaultRootWindow) ENTRY(InternAtom)
        ENTRY(GetWindowProperty) ENTRY(Free){NULL, NULL}};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libX11.so.6",
    .package = "libx11-6",
    .purpose = OCALibraryForFilms,
    .functions = functions,
};

/// Whether the root window states what its manager supports.
static bool statesSupport(XDisplay *display) {
  const XNumber property = library.InternAtom(display, "_NET_SUPPORTED", 1);
  if (property == 0) return false;
  const XNumber anyType = 0;
  XNumber type = 0, count = 0, after = 0;
  int format = 0;
  unsigned char *value = NULL;
  const int status =
      library.GetWindowProperty(display, library.DefaultRootWindow(display), property, 0, 1, 0,
                                anyType, &type, &format, &count, &after, &value);
  if (value != NULL) library.Free(value);
  return status == 0 && count > 0;
}

bool OCAWindowManagerExists(void) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) return true;
  XDisplay *display = library.OpenDisplay(NULL);
  if (display == NULL) return true;
  const bool exists = statesSupport(display);
  library.CloseDisplay(display);
  return exists;
}

#endif
