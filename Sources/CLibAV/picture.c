// Decoded pictures, and their conversion by libswscale.

#include "Internal.h"
#ifdef OCA_FILMS_AVAILABLE

#include "CLibAVPicture.h"
#include "Scaling.h"

#include <CDynamicLibrary.h>
#include <stdlib.h>
#include <string.h>

struct OCAScalingLibrary OCAScalingLibrary;

static const OCADynamicFunction functions[] = {
    {"sws_getCachedContext", (void **)&scaling.getContext},
    {"sws_freeContext", (void **)&scaling.freeContext},
    {"sws_getCoefficients", (void **)&scaling.getCoefficients},
    {"sws_setColorspaceDetails", (void **)&scaling.setColours},
    {"sws_scale", (void **)&scaling.scale},
    {NULL, NULL},
};

static OCADynamicLibrary scalingLibrary = {
    .name = "libswscale.so." OCA_TEXT(LIBSWSCALE_VERSION_MAJOR),
    .package = "libswscale" OCA_TEXT(LIBSWSCALE_VERSION_MAJOR),
    .purpose = OCALibraryForFilms,
    .functions = functions,
};

bool OCALoadScaling(void) {
  if (OCALibAVLoadCodecs() && OCADynamicLibraryLoad(&scalingLibrary)) return true;
  OCAReportMissingLibraries(OCALibraryForCodecs);
  OCAReportMissingLibraries(OCALibraryForFilms);
  return false;
}

struct OCAPictureScaler {
  struct SwsContext *context;
  /// The colors for which the context is set up; -1 at first.
  int matrix;
  int isFullRange;
};

int OCAPictureScalerOpen(OCAPictureScaler **outScaler) {
  if (!OCALoadScaling()) return OCADemuxerLibraryMissing;
  OCAPictureScaler *scaler = calloc(1, sizeof *scaler);
  if (scaler == NULL) return OCADemuxerFailed;
  scaler->matrix = -1;
  *outScaler = scaler;
  return OCADemuxerDone;
}

/// Returns the matrix of the colors, or the usual one for the size. Source: ITU-R BT.709 for high
/// definition, and BT.601 below.
static int matrixOfColours(const AVFrame *frame) {
  if (frame->colorspace != AVCOL_SPC_UNSPECIFIED && frame->colorspace != AVCOL_SPC_RGB)
    return frame->colorspace;
  return frame->width >= 1280 || frame->height > 576 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
}

int OCAPictureScale(OCAPictureScaler *scaler, const OCAPicture *picture, const OCAPixels *pixels) {
  const AVFrame *frame = (const AVFrame *)picture;
  const bool isSame = frame->width == pixels->width && frame->height == pixels->height;
  const bool shrinks = pixels->width < frame->width || pixels->height < frame->height;
  const int filter = isSame ? SWS_BILINEAR : shrinks ? SWS_AREA : SWS_BICUBIC;
  const enum AVPixelFormat format =
      pixels->format == OCAPixelsBGRA ? AV_PIX_FMT_BGRA : AV_PIX_FMT_NV12;
  struct SwsContext *old = scaler->context;
  scaler->context =
      scaling.getContext(old, frame->width, frame->height, frame->format, pixels->width,
                         pixels->height, format, filter, NULL, NULL, NULL);
  if (scaler->context == NULL) return OCADemuxerUnsupported;
  const int matrix = matrixOfColours(frame);
  const int isFullRange = OCAPictureIsFullRange(picture);
  if (scaler->context != old || matrix != scaler->matrix || isFullRange != scaler->isFullRange) {
    const int *table = scaling.getCoefficients(matrix);
    // Fails for pixels without luma, which need no table.
    scaling.setColours(scaler->context, table, isFullRange, table,
                       pixels->format == OCAPixelsFullRange, 0, 1 << 16, 1 << 16);
    scaler->matrix = matrix;
    scaler->isFullRange = isFullRange;
  }
  uint8_t *planes[4] = {pixels->planes[0], pixels->planes[1], NULL, NULL};
  const int strides[4] = {pixels->bytesPerRow[0], pixels->bytesPerRow[1], 0, 0};
  const int rows = scaling.scale(scaler->context, (const uint8_t *const *)frame->data,
                                 frame->linesize, 0, frame->height, planes, strides);
  return rows == pixels->height ? OCADemuxerDone : OCADemuxerFailed;
}

void OCAPictureScalerClose(OCAPictureScaler *scaler) {
  if (scaler->context) scaling.freeContext(scaler->context);
  free(scaler);
}

bool OCAPictureGetPlane(const OCAPicture *picture, int index, OCAPicturePlane *outPlane) {
  const AVFrame *frame = (const AVFrame *)picture;
  if (index < 0 || index >= library.av_pix_fmt_count_planes(frame->format)) return false;
  const AVPixFmtDescriptor *description = library.av_pix_fmt_desc_get(frame->format);
  const int byteCount = library.av_image_get_linesize(frame->format, frame->width, index);
  if (description == NULL || byteCount <= 0 || frame->data[index] == NULL) return false;
  const bool isChroma = index == 1 || index == 2;
  const int shift = isChroma ? description->log2_chroma_h : 0;
  outPlane->bytes = frame->data[index];
  outPlane->bytesPerRow = frame->linesize[index];
  outPlane->rowByteCount = byteCount;
  outPlane->rowCount = (frame->height + (1 << shift) - 1) >> shift;
  return true;
}

int OCAPictureMatrix(const OCAPicture *picture) {
  return (int)((const AVFrame *)picture)->colorspace;
}

bool OCAPictureIsFullRange(const OCAPicture *picture) {
  const AVFrame *frame = (const AVFrame *)picture;
  switch (frame->format) {
  case AV_PIX_FMT_YUVJ420P:
  case AV_PIX_FMT_YUVJ422P:
  case AV_PIX_FMT_YUVJ440P:
  case AV_PIX_FMT_YUVJ444P: return true;
  default: return frame->color_range == AVCOL_RANGE_JPEG;
  }
}

void OCAPictureFree(OCAPicture *picture) {
  AVFrame *frame = (AVFrame *)picture;
  library.av_frame_free(&frame);
}
#endif
