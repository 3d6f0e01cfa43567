#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A file that libavformat reads through a function; it never opens files itself.
typedef struct OCADemuxer OCADemuxer;

/// Reads at most `byteCount` bytes from `offset`.
///
/// Returns the number of bytes read, 0 at the end, and a negative number for an error.
typedef int (*OCADemuxerRead)(void *context, int64_t offset, uint8_t *bytes, int byteCount);

/// The result of a call.
enum {
  OCADemuxerDone = 0,
  /// A library is not installed, or lacks a function or the format.
  OCADemuxerLibraryMissing = 1,
  /// The file has another format, or is damaged before its first audio.
  OCADemuxerMalformed = 2,
  /// The file has no audio, or only with unsupported codecs.
  OCADemuxerUnsupported = 3,
  /// No packets remain.
  OCADemuxerEnd = 4,
  /// Out of memory.
  OCADemuxerFailed = 5,
};

/// The properties of a linear PCM sample, in addition to its bits.
enum {
  OCADemuxerSigned = 1 << 8,
  OCADemuxerBigEndian = 1 << 9,
  OCADemuxerFloat = 1 << 10,
};

/// The audio track to read.
typedef struct OCADemuxerTrack {
  /// The codec as four characters; Core Audio's name if it has one.
  uint32_t codec;
  /// The bits and properties of a sample for linear PCM; otherwise 0.
  uint32_t pcmLayout;
  int sampleRate;
  int channelCount;
  /// The number of frames in each packet; 0 if it varies or is unknown.
  int framesPerPacket;
  /// The bit rate in bits per second; 0 if not specified.
  int64_t bitRate;
  /// The size in bytes of the blocks in a packet, and the bits of a sample; 0 if not applicable.
  int blockByteCount;
  int bitsPerSample;
  /// The number of frames at the start that only initialize the decoder.
  int primingFrames;
  /// The speakers, with bits from WAVEFORMATEXTENSIBLE; 0 if unknown.
  uint64_t speakers;
  /// The number of audio tracks in the file.
  int trackCount;
  /// The codec's configuration; valid until the demuxer is closed.
  const uint8_t *_Nullable configuration;
  size_t configurationByteCount;
} OCADemuxerTrack;

/// A packet, whose bytes are valid until the next call.
typedef struct OCADemuxerPacket {
  const uint8_t *_Nullable bytes;
  size_t byteCount;
  /// The offset in bytes from the start of the file; negative if unknown.
  int64_t offset;
  /// The number of frames; 0 if unknown.
  int64_t frameCount;
  /// The number of frames at the end that do not belong to the recording.
  uint32_t paddingFrames;
  /// Whether the end of the file truncated the packet.
  bool isCutOff;
} OCADemuxerPacket;

/// Opens the libraries if necessary, and reads the header of a file.
///
/// - format: libavformat's name of the format, the only one to try.
/// - byteCount: The size of the file; negative if unknown.
/// - track: The index of the audio track; negative for the first readable one.
/// - read: Called with context by this function and by OCADemuxerNext.
int OCADemuxerOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                   void *context, OCADemuxer *_Nullable *_Nonnull outDemuxer,
                   OCADemuxerTrack *outTrack);

/// Gets the next packet of the track.
int OCADemuxerNext(OCADemuxer *demuxer, OCADemuxerPacket *outPacket);

/// Gets the name and value of a tag, valid until the demuxer is closed; null after the last tag.
///
/// The tags of the file come first, followed by those of the track.
const char *_Nullable OCADemuxerTag(OCADemuxer *demuxer, int index,
                                    const char *_Nullable *_Nonnull outValue);

/// Frees a demuxer.
void OCADemuxerClose(OCADemuxer *demuxer);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
