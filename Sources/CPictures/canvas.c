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
  use(set_font_size) use(text_extents) use(move_to) use(show_text) use(font_extents) \
  use(text_path) use(set_line_width) use(set_line_join) use(set_source_rgba) use(stroke_preserve)

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

static bool isLoaded(void) {
  if (OCADynamicLibraryLoad(&dynamicLibrary)) return true;
  OCAReportMissingLibraries(OCALibraryForPictures);
  return false;
}

int OCACanvasMake(int width, int height, uint32_t colour, OCACanvas **outCanvas) {
  if (!isLoaded()) return OCAPictureLibraryMissing;
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

// The width of an outline and of an underline, relative to the size of the text.
static const double outlineWidth = 0.12, lineWidth = 0.06;

static void setFont(cairo_t *context, const OCATextStyle *style) {
  library.select_font_face(
      context, "sans-serif", style->isItalic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
      style->isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  library.set_font_size(context, style->size);
}

// Takes over the surface. Returns NULL without memory.
static cairo_t *makeContext(cairo_surface_t *surface) {
  const bool isValid = library.surface_status(surface) == CAIRO_STATUS_SUCCESS;
  cairo_t *context = isValid ? library.create(surface) : NULL;
  library.surface_destroy(surface);
  return context;
}

int OCATextMeasure(const char *text, const OCATextStyle *style, OCATextSpace *outSpace) {
  if (!isLoaded()) return OCAPictureLibraryMissing;
  cairo_t *context = makeContext(library.image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1));
  if (context == NULL) return OCAPictureFailed;
  cairo_text_extents_t extents;
  cairo_font_extents_t font;
  setFont(context, style);
  library.text_extents(context, text, &extents);
  library.font_extents(context, &font);
  library.destroy(context);
  *outSpace = (OCATextSpace){extents.x_advance, font.ascent, font.descent};
  return OCAPictureDone;
}

int OCATextDraw(unsigned char *pixels, int width, int height, int bytesPerRow, double x, double y,
                const OCATextStyle *style, const char *text) {
  if (!isLoaded()) return OCAPictureLibraryMissing;
  cairo_surface_t *surface = library.image_surface_create_for_data(
      pixels, CAIRO_FORMAT_ARGB32, width, height, bytesPerRow);
  cairo_t *context = makeContext(surface);
  if (context == NULL) return OCAPictureFailed;
  cairo_text_extents_t extents;
  setFont(context, style);
  library.text_extents(context, text, &extents);
  library.move_to(context, x, y);
  library.text_path(context, text);
  if (style->isUnderlined) {
    library.rectangle(context, x, y + style->size * 2 * lineWidth, extents.x_advance,
                      style->size * lineWidth);
  }
  const uint32_t colour = style->colour;
  const double alpha = (colour >> 24) / 255.0;
  library.set_source_rgba(context, 0, 0, 0, alpha);
  library.set_line_width(context, style->size * outlineWidth);
  library.set_line_join(context, CAIRO_LINE_JOIN_ROUND);
  library.stroke_preserve(context);
  library.set_source_rgba(context, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, alpha);
  library.fill(context);
  // The last reference to the surface: cairo finishes drawing.
  library.destroy(context);
  return OCAPictureDone;
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

int OCATextMeasure(const char *text, const OCATextStyle *style, OCATextSpace *outSpace) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForPictures);
  return OCAPictureLibraryMissing;
}

int OCATextDraw(unsigned char *pixels, int width, int height, int bytesPerRow, double x, double y,
    const OCATextStyle *style, const char *text) {
  return OCAPictureLibraryMissing;
}

#endif
#endif
