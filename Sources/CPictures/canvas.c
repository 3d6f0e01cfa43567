// The only file that uses libcairo. The first picture loads its functions.

#ifdef OCA_PICTURES

#include "CPictures.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#if __has_include(<cairo/cairo.h>)
#include <cairo/cairo.h>
#include <stdbool.h>
#include <stdlib.h>

#define FUNCTIONS(use) \
  use(image_surface_create) use(image_surface_create_for_data) use(surface_status) \
  use(surface_destroy) use(surface_write_to_png) use(create) use(destroy) use(set_source_rgb) \
  use(set_source_surface) use(rectangle) use(fill) use(paint) use(select_font_face) \
  use(set_font_size) use(text_extents) use(move_to) use(show_text)

static struct {
#define DECLARE(name) __typeof__(&cairo_##name) name;
  FUNCTIONS(DECLARE)
} library;

#define ENTRY(name) {"cairo_" #name, (void **)&library.name},
static const OCADynamicFunction functions[] = {FUNCTIONS(ENTRY){NULL, NULL}};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libcairo.so.2",
    .package = "libcairo2",
    .purpose = OCALibraryForPictures,
    .functions = functions,
};

struct OCACanvas {
  cairo_surface_t *surface;
  cairo_t *context;
};

static void setColour(OCACanvas *canvas, uint32_t colour) {
  library.set_source_rgb(canvas->context, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

int OCACanvasMake(int width, int height, uint32_t colour, OCACanvas **outCanvas) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) {
    OCAReportMissingLibraries(OCALibraryForPictures);
    return OCAPictureLibraryMissing;
  }
  OCACanvas *canvas = malloc(sizeof *canvas);
  if (canvas == NULL) return OCAPictureFailed;
  canvas->surface = library.image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  if (library.surface_status(canvas->surface) != CAIRO_STATUS_SUCCESS) {
    library.surface_destroy(canvas->surface);
    free(canvas);
    return OCAPictureFailed;
  }
  canvas->context = library.create(canvas->surface);
  OCACanvasFill(canvas, 0, 0, width, height, colour);
  *outCanvas = canvas;
  return OCAPictureDone;
}

void OCACanvasFill(OCACanvas *canvas, double x, double y, double width, double height,
                   uint32_t colour) {
  setColour(canvas, colour);
  library.rectangle(canvas->context, x, y, width, height);
  library.fill(canvas->context);
}

void OCACanvasWriteText(OCACanvas *canvas, double x, double y, double size, double alignment,
                        uint32_t colour, const char *text) {
  cairo_text_extents_t extents;
  library.select_font_face(canvas->context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
  library.set_font_size(canvas->context, size);
  library.text_extents(canvas->context, text, &extents);
  setColour(canvas, colour);
  library.move_to(canvas->context, x - alignment * extents.x_advance, y);
  library.show_text(canvas->context, text);
}

void OCACanvasDrawPixels(OCACanvas *canvas, int x, int y, int width, int height,
                         uint32_t *pixels) {
  // Rows of four-byte pixels need no padding.
  cairo_surface_t *image = library.image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_RGB24, width, height, width * 4);
  library.set_source_surface(canvas->context, image, x, y);
  library.paint(canvas->context);
  library.surface_destroy(image);
}

int OCACanvasSave(OCACanvas *canvas, const char *path) {
  return library.surface_write_to_png(canvas->surface, path) == CAIRO_STATUS_SUCCESS
             ? OCAPictureDone
             : OCAPictureNotWritten;
}

void OCACanvasFree(OCACanvas *canvas) {
  library.destroy(canvas->context);
  library.surface_destroy(canvas->surface);
  free(canvas);
}

#else
#pragma clang diagnostic ignored "-Wunused-parameter"

// Without the library's headers, each attempt to open it reports that it is missing.

static OCADynamicLibrary dynamicLibrary = {
    .name = "libcairo",
    .package = "libcairo2-dev",
    .purpose = OCALibraryForPictures,
};

int OCACanvasMake(int width, int height, uint32_t colour, OCACanvas **outCanvas) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForPictures);
  return OCAPictureLibraryMissing;
}

void OCACanvasFill(OCACanvas *canvas, double x, double y, double width, double height, uint32_t
    colour) {}

void OCACanvasWriteText(OCACanvas *canvas, double x, double y, double size, double alignment,
    uint32_t colour, const char *text) {}

void OCACanvasDrawPixels(OCACanvas *canvas, int x, int y, int width, int height, uint32_t
    *pixels) {}

int OCACanvasSave(OCACanvas *canvas, const char *path) {
  return OCAPictureFailed;
}

void OCACanvasFree(OCACanvas *canvas) {}

#endif
#endif
