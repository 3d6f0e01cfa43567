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

/// Returns a part of a frame, which shares its memory; null if the area is not inside the frame, or
/// without memory.
static AVFrame *cut(const AVFrame *frame, OCAPictureArea area) {
  if (area.x < 0 || area.y < 0 || area.width <= 0 || area.height <= 0 ||
      area.width > frame->width - area.x || area.height > frame->height - area.y)
    return NULL;
  AVFrame *part = library.av_frame_alloc();
  if (part == NULL) return NULL;
  bool isCut = library.av_frame_ref(part, frame) >= 0;
  part->crop_left = area.x;
  part->crop_top = area.y;
  part->crop_right = frame->width - area.x - area.width;
  part->crop_bottom = frame->height - area.y - area.height;
  isCut = isCut && library.av_frame_apply_cropping(part, AV_FRAME_CROP_UNALIGNED) >= 0;
  if (!isCut) library.av_frame_free(&part);
  return part;
}

static int scale(OCAPictureScaler *scaler, const AVFrame *frame, const OCAPixels *pixels) {
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
  const int isFullRange = OCAPictureIsFullRange((const OCAPicture *)frame);
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

int OCAPictureScale(OCAPictureScaler *scaler, const OCAPicture *picture, const OCAPixels *pixels) {
  const AVFrame *frame = (const AVFrame *)picture;
  if (pixels->area.width == 0) return scale(scaler, frame, pixels);
  AVFrame *part = cut(frame, pixels->area);
  if (part == NULL) return OCADemuxerFailed;
  const int status = scale(scaler, part, pixels);
  library.av_frame_free(&part);
  return status;
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
