// Replaces this target, or its part for pictures, if headers are missing at compile time: each
// attempt to open the library reports that it is missing.

#include "Internal.h"
#if defined(OCA_LIBAV) && !defined(OCA_FILMS_AVAILABLE)

#include "CLibAVFilm.h"
#include "CLibAVPicture.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary pictureLibrary = {
    .name = "libswscale",
    .package = "libswscale-dev",
    .purpose = OCALibraryForFilms,
};

static int reportPictureLibrary(void) {
  OCADynamicLibraryLoad(&pictureLibrary);
  OCAReportMissingLibraries(OCALibraryForFilms);
  return OCADemuxerLibraryMissing;
}

int OCAFilmOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                void *context, OCAFilm **outFilm, OCAFilmTrack *outTrack) {
  return reportPictureLibrary();
}

int OCAFilmNext(OCAFilm *film, OCAFilmFrame *outFrame) {
  return OCADemuxerFailed;
}

OCAPicture *OCAFilmTake(OCAFilm *film) {
  return NULL;
}

int OCAFilmSeek(OCAFilm *film, int64_t time) {
  return OCADemuxerFailed;
}

void OCAFilmSkip(OCAFilm *film, bool skips) {}

void OCAFilmClose(OCAFilm *film) {}

int OCAPictureScalerOpen(OCAPictureScaler **outScaler) {
  return reportPictureLibrary();
}

int OCAPictureScale(OCAPictureScaler *scaler, const OCAPicture *picture, const OCAPixels *pixels) {
  return OCADemuxerFailed;
}

void OCAPictureScalerClose(OCAPictureScaler *scaler) {}

bool OCAPictureGetPlane(const OCAPicture *picture, int index, OCAPicturePlane *outPlane) {
  return false;
}

int OCAPictureMatrix(const OCAPicture *picture) {
  return 2;
}

bool OCAPictureIsFullRange(const OCAPicture *picture) {
  return false;
}

void OCAPictureFree(OCAPicture *picture) {}

int OCAPictureFileMake(const OCAPixels *pixels, int format, double quality,
                       OCAPictureFile **outFile) {
  return reportPictureLibrary();
}

const uint8_t *OCAPictureFileBytes(const OCAPictureFile *file, size_t *outByteCount) {
  static const uint8_t nothing = 0;
  *outByteCount = 0;
  return &nothing;
}

void OCAPictureFileFree(OCAPictureFile *file) {}

#endif
#if defined(OCA_LIBAV) && !defined(OCA_LIBAV_AVAILABLE)

#include "CLibAV.h"
#include "CLibAVEncoding.h"
#include "CLibAVFormat.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libavcodec",
    .package = "libavcodec-dev libavformat-dev",
    .purpose = OCALibraryForCodecs,
};

int OCALibAVOpen(const OCALibAVStream *stream, OCALibAV **outDecoder) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForCodecs);
  return OCALibAVLibraryMissing;
}

int OCALibAVSend(OCALibAV *decoder, const uint8_t *packet, size_t byteCount) {
  return OCALibAVFailed;
}

int OCALibAVReceive(OCALibAV *decoder, OCALibAVFrame *outFrame) {
  return OCALibAVFailed;
}

void OCALibAVCopy(OCALibAV *decoder, const int *sources, int channelCount, int firstFrame,
                  float *samples) {}

const float *OCALibAVPlane(const OCALibAV *decoder, int channel) {
  return NULL;
}

void OCALibAVClose(OCALibAV *decoder) {}

int OCALibAVEncoderOpen(const OCALibAVRequest *request, OCALibAVEncoder **outEncoder,
                        OCALibAVEncoderInfo *outInfo) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForCodecs);
  return OCALibAVLibraryMissing;
}

int OCALibAVEncoderSend(OCALibAVEncoder *encoder, const float *samples, int frameCount,
                        const int *sources) {
  return OCALibAVFailed;
}

int OCALibAVEncoderReceive(OCALibAVEncoder *encoder, const uint8_t **outBytes,
                           size_t *outByteCount, int *outFrameCount) {
  return OCALibAVFailed;
}

void OCALibAVEncoderClose(OCALibAVEncoder *encoder) {}

int OCADemuxerOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                   void *context, OCADemuxer **outDemuxer, OCADemuxerTrack *outTrack) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForCodecs);
  return OCADemuxerLibraryMissing;
}

int OCADemuxerNext(OCADemuxer *demuxer, OCADemuxerPacket *outPacket) {
  return OCADemuxerFailed;
}

const char *OCADemuxerTag(OCADemuxer *demuxer, int index, const char **outValue) {
  return NULL;
}

void OCADemuxerClose(OCADemuxer *demuxer) {}

#endif
