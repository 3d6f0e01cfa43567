#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CLibAVFilm.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// The format of pixels in memory.
enum {
  /// 4 bytes for each pixel: blue, green, red and 255.
  OCAPixelsBGRA = 0,
  /// A plane of luma, and one of chroma pairs with half the width and height, in video range.
  OCAPixelsVideoRange = 1,
  /// The same in full range.
  OCAPixelsFullRange = 2,
};

/// A part of a picture in pixels; a width of 0 means the whole picture.
typedef struct OCAPictureArea {
  int x;
  int y;
  int width;
  int height;
} OCAPictureArea;

/// Pixels in memory that the caller owns.
typedef struct OCAPixels {
  int format;
  int width;
  int height;
  uint8_t *_Nullable planes[2];
  int bytesPerRow[2];
  /// The part of a picture that becomes these pixels.
  OCAPictureArea area;
} OCAPixels;

/// A plane of a picture; its bytes live as long as the picture.
typedef struct OCAPicturePlane {
  const uint8_t *bytes;
  int bytesPerRow;
  /// The bytes of a row that belong to the picture.
  int rowByteCount;
  int rowCount;
} OCAPicturePlane;

/// Converts pictures to pixels in memory, with libswscale.
typedef struct OCAPictureScaler OCAPictureScaler;

/// Opens the library if necessary, and makes a scaler. The result is one of CLibAVFormat.h.
int OCAPictureScalerOpen(OCAPictureScaler *_Nullable *_Nonnull outScaler);

/// Converts a picture, or a part of it, to the size and the format of the pixels.
///
/// The result is one of CLibAVFormat.h.
int OCAPictureScale(OCAPictureScaler *scaler, const OCAPicture *picture, const OCAPixels *pixels);

/// Frees a scaler.
void OCAPictureScalerClose(OCAPictureScaler *scaler);

/// Returns a plane of the picture; false after the last one.
bool OCAPictureGetPlane(const OCAPicture *picture, int index, OCAPicturePlane *outPlane);

/// Returns the matrix of the colors as in ITU-T H.273, table 4; 2 if unknown.
int OCAPictureMatrix(const OCAPicture *picture);

/// Whether luma uses the full range of numbers.
bool OCAPictureIsFullRange(const OCAPicture *picture);

/// The format of a picture file.
enum {
  /// Portable Network Graphics: lossless.
  OCAPictureFilePNG = 0,
  /// JPEG File Interchange Format.
  OCAPictureFileJPEG = 1,
};

/// An encoded picture file.
typedef struct OCAPictureFile OCAPictureFile;

/// Opens the libraries if necessary, and encodes pixels without their alpha channel.
///
/// The result is one of CLibAVFormat.h.
///
/// - pixels: The pixels in the format OCAPixelsBGRA.
/// - quality: For JPEG, from 0 to 1.
/// - outFile: Receives the file, which the caller frees.
int OCAPictureFileMake(const OCAPixels *pixels, int format, double quality,
                       OCAPictureFile *_Nullable *_Nonnull outFile);

/// Returns the bytes of the file, which live as long as the file.
const uint8_t *OCAPictureFileBytes(const OCAPictureFile *file, size_t *outByteCount);

/// Frees a file.
void OCAPictureFileFree(OCAPictureFile *file);

/// Frees a picture.
void OCAPictureFree(OCAPicture *picture);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
