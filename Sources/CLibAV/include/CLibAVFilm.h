#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CLibAVFormat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A video track that libavformat reads and libavcodec decodes.
typedef struct OCAFilm OCAFilm;

/// A decoded picture in the decoder's pixel format, which never changes.
typedef struct OCAPicture OCAPicture;

/// The time of a frame whose time is unknown.
static const int64_t OCAFilmUnknownTime = INT64_MIN;

/// The properties of a video track.
typedef struct OCAFilmTrack {
  /// The codec as four characters, by Core Media's name if it has one.
  uint32_t codec;
  /// The track's identifier in the container.
  int identifier;
  /// The size of a frame in stored pixels.
  int width;
  int height;
  /// The width of a pixel relative to its height; 0 if unknown.
  int pixelWidth;
  int pixelHeight;
  /// The frames per second, as a fraction; 0 if unknown.
  int rateNumerator;
  int rateDenominator;
  /// The unit of times in seconds, as a fraction.
  int unitNumerator;
  int unitDenominator;
  /// The first time of the track; OCAFilmUnknownTime if unknown.
  int64_t start;
  /// The duration in units; 0 if unknown.
  int64_t duration;
  /// The nanoseconds from time 0 to the start of the first audio track, without its priming frames;
  /// OCAFilmUnknownTime without audio.
  int64_t audioStart;
  /// The duration of the file in microseconds; 0 if unknown.
  int64_t fileDuration;
  /// The bit rate in bits per second; 0 if unknown.
  int64_t bitRate;
  /// The transformation for display: three rows of two numbers in 16.16 and one in 2.30.
  int32_t matrix[9];
  bool hasMatrix;
  /// The number of video tracks in the file.
  int trackCount;
  /// Whether frames are stored in another order than they are shown.
  bool isReordered;
  /// The codec's configuration; valid until the film is closed.
  const uint8_t *_Nullable configuration;
  size_t configurationByteCount;
} OCAFilmTrack;

/// A decoded frame.
typedef struct OCAFilmFrame {
  /// The time in units of the track; OCAFilmUnknownTime if unknown.
  int64_t time;
  /// The duration in units of the track; 0 if unknown.
  int64_t duration;
  int width;
  int height;
  /// The width of a pixel relative to its height; 0 if unknown.
  int pixelWidth;
  int pixelHeight;
  bool isKey;
  /// The size of the picture in memory.
  size_t byteCount;
} OCAFilmFrame;

/// Opens the libraries if necessary, and reads the header of a file. The result is one of
/// CLibAVFormat.h.
///
/// - format: libavformat's name of the format, the only one to try.
/// - track: The index of the video track; negative for the first readable one.
/// - byteCount: The size of the file; negative if unknown.
/// - read: Called with context by all functions of the film.
int OCAFilmOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                void *context, OCAFilm *_Nullable *_Nonnull outFilm, OCAFilmTrack *outTrack);

/// Decodes the next frame in the order of presentation, and keeps it in the film.
int OCAFilmNext(OCAFilm *film, OCAFilmFrame *outFrame);

/// Returns the picture of the last frame, which the caller frees; null if it has been taken, or
/// without memory.
OCAPicture *_Nullable OCAFilmTake(OCAFilm *film);

/// Continues at or before a time in units of the track, at a frame that needs no earlier ones.
int OCAFilmSeek(OCAFilm *film, int64_t time);

/// Sets whether to decode only frames that others need; used to catch up.
void OCAFilmSkip(OCAFilm *film, bool skips);

/// Frees a film. Its pictures stay valid.
void OCAFilmClose(OCAFilm *film);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
