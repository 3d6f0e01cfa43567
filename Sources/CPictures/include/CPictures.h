#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A picture drawn with libcairo.
typedef struct OCACanvas OCACanvas;

/// Fourier transforms of one length with libkissfft-float.
typedef struct OCASpectrum OCASpectrum;

/// The result of a call.
enum {
  OCAPictureDone = 0,
  /// The library is not installed, or lacks a function.
  OCAPictureLibraryMissing = 1,
  /// Memory is short, or the size is invalid.
  OCAPictureFailed = 2,
  /// The file cannot be written.
  OCAPictureNotWritten = 3,
};

/// Opens libcairo if necessary, and creates a picture filled with one color.
///
/// Colors are 0xRRGGBB; positions are in pixels from the upper left.
int OCACanvasMake(int width, int height, uint32_t colour, OCACanvas *_Nullable *_Nonnull outCanvas);

/// Fills a rectangle.
void OCACanvasFill(OCACanvas *canvas, double x, double y, double width, double height,
                   uint32_t colour);

/// Draws a line of UTF-8 text.
///
/// - x, y: The position on the baseline that `alignment` selects: 0 for the start, 1 for the end.
void OCACanvasWriteText(OCACanvas *canvas, double x, double y, double size, double alignment,
                        uint32_t colour, const char *text);

/// Draws pixels row by row.
void OCACanvasDrawPixels(OCACanvas *canvas, int x, int y, int width, int height,
                         uint32_t *pixels);

/// Writes the picture as PNG.
int OCACanvasSave(OCACanvas *canvas, const char *path);

/// Frees a picture.
void OCACanvasFree(OCACanvas *canvas);

/// How a line of text looks.
typedef struct {
  /// The size in pixels.
  double size;
  /// 0xAARRGGBB
  uint32_t colour;
  bool isBold;
  bool isItalic;
  bool isUnderlined;
} OCATextStyle;

/// The space that a line of text takes, in pixels.
typedef struct {
  double width;
  /// Above the baseline.
  double ascent;
  /// Below the baseline.
  double descent;
} OCATextSpace;

/// Opens libcairo if necessary, and measures a line of UTF-8 text.
int OCATextMeasure(const char *text, const OCATextStyle *style, OCATextSpace *outSpace);

/// Draws a line of UTF-8 text with a black outline.
///
/// - pixels: Rows of pixels with blue, green, red and alpha, which is multiplied into the colors.
/// - x, y: The start of the baseline.
int OCATextDraw(unsigned char *pixels, int width, int height, int bytesPerRow, double x, double y,
                const OCATextStyle *style, const char *text);

/// Opens libkissfft-float if necessary, and prepares transforms.
///
/// - length: The number of samples, a power of two.
int OCASpectrumMake(int length, OCASpectrum *_Nullable *_Nonnull outSpectrum);

/// Transforms samples.
///
/// - outPowers: Receives the squared amplitudes, one more than half the number of samples.
void OCASpectrumTransform(OCASpectrum *spectrum, const float *samples, float *outPowers);

/// Frees the prepared transforms.
void OCASpectrumFree(OCASpectrum *spectrum);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
