#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A picture that is being drawn by libcairo.
typedef struct OCACanvas OCACanvas;

/// Fourier transforms of one length, by libkissfft-float.
typedef struct OCASpectrum OCASpectrum;

/// What a call came to.
enum {
  OCAPictureDone = 0,
  /// The library is not on this machine, or lacks a function.
  OCAPictureLibraryMissing = 1,
  /// Memory is short, or the size is none.
  OCAPictureFailed = 2,
  /// The file cannot be written.
  OCAPictureNotWritten = 3,
};

/// Opens libcairo if that has not been done, and makes a picture of one colour.
///
/// Colours are 0xRRGGBB, places are in pixels from the upper left.
int OCACanvasMake(int width, int height, uint32_t colour, OCACanvas *_Nullable *_Nonnull outCanvas);

/// Fills a rectangle.
void OCACanvasFill(OCACanvas *canvas, double x, double y, double width, double height,
                   uint32_t colour);

/// Writes a line of text in UTF-8.
///
/// x, y: the place on its base line that `alignment` tells: 0 where it starts, 1 where it ends.
void OCACanvasWriteText(OCACanvas *canvas, double x, double y, double size, double alignment,
                        uint32_t colour, const char *text);

/// Draws pixels, row by row.
void OCACanvasDrawPixels(OCACanvas *canvas, int x, int y, int width, int height,
                         uint32_t *pixels);

/// Writes the picture as PNG.
int OCACanvasSave(OCACanvas *canvas, const char *path);

/// Frees a picture.
void OCACanvasFree(OCACanvas *canvas);

/// Opens libkissfft-float if that has not been done, and prepares transforms.
///
/// length: samples, a power of two.
int OCASpectrumMake(int length, OCASpectrum *_Nullable *_Nonnull outSpectrum);

/// Transforms samples.
///
/// outPowers: half as many as samples, and one: the squares of the amplitudes.
void OCASpectrumTransform(OCASpectrum *spectrum, const float *samples, float *outPowers);

/// Frees what was prepared.
void OCASpectrumFree(OCASpectrum *spectrum);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
