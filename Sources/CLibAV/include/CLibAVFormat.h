#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// One file that libavformat reads through a function; it opens nothing itself.
typedef struct OCADemuxer OCADemuxer;

/// Reads at most `byteCount` bytes from `offset` on.
///
/// Returns how many were read, 0 at the end, and less than 0 where they cannot be had.
typedef int (*OCADemuxerRead)(void *context, int64_t offset, uint8_t *bytes, int byteCount);

/// What a call came to.
enum {
  OCADemuxerDone = 0,
  /// A library is not on this machine, or lacks a function or the format.
  OCADemuxerLibraryMissing = 1,
  /// The file is not of the format, or is damaged before its first sound.
  OCADemuxerMalformed = 2,
  /// There is no sound in the file, or of no codec that has a name here.
  OCADemuxerUnsupported = 3,
  /// There is no further packet.
  OCADemuxerEnd = 4,
  /// Memory is short.
  OCADemuxerFailed = 5,
};

/// What a sample of linear PCM is, beside its bits.
enum {
  OCADemuxerSigned = 1 << 8,
  OCADemuxerBigEndian = 1 << 9,
  OCADemuxerFloat = 1 << 10,
};

/// The sound track that is read.
typedef struct OCADemuxerTrack {
  /// The codec by four characters, as Core Audio names it where it does.
  uint32_t codec;
  /// For linear PCM the bits of a sample and what it is; else 0.
  uint32_t pcmLayout;
  int sampleRate;
  int channelCount;
  /// Frames in each packet; 0 where they differ or are not known.
  int framesPerPacket;
  /// Bits a second; 0 where not stated.
  int64_t bitRate;
  /// Bytes of a block, which packets consist of, and bits of a sample; 0 where the codec has no such thing.
  int blockByteCount;
  int bitsPerSample;
  /// Frames at the start that only warm the decoder up.
  int primingFrames;
  /// Speakers, with the bits of WAVEFORMATEXTENSIBLE; 0 if unknown.
  uint64_t speakers;
  /// Sound tracks in the file.
  int trackCount;
  /// What the codec is told before the first packet; lent until the demuxer is closed.
  const uint8_t *_Nullable configuration;
  size_t configurationByteCount;
} OCADemuxerTrack;

/// One packet; its bytes are lent until the next call.
typedef struct OCADemuxerPacket {
  const uint8_t *_Nullable bytes;
  size_t byteCount;
  /// Bytes from the start of the file; less than 0 where not known.
  int64_t offset;
  /// Frames; 0 where not known.
  int64_t frameCount;
  /// Frames at the end of these that are none of the recording.
  uint32_t paddingFrames;
  /// Whether bytes of it are missing, and the file has ended.
  bool isCutOff;
} OCADemuxerPacket;

/// Opens the libraries if that has not been done, and reads the header of a file.
///
/// format: libavformat's name of it, the only one that is tried. byteCount: of the file; less than 0
/// where not known. track: the sound track to read, from 0; less than 0 for the first that can be
/// read. read is called, with context, by this function and by OCADemuxerNext.
int OCADemuxerOpen(const char *format, int track, int64_t byteCount, OCADemuxerRead read,
                   void *context, OCADemuxer *_Nullable *_Nonnull outDemuxer,
                   OCADemuxerTrack *outTrack);

/// Gives the next packet of the track.
int OCADemuxerNext(OCADemuxer *demuxer, OCADemuxerPacket *outPacket);

/// Gives the name and value of a tag, lent until the demuxer is closed; null behind the last.
///
/// The file's own tags come first, then those of the track.
const char *_Nullable OCADemuxerTag(OCADemuxer *demuxer, int index,
                                    const char *_Nullable *_Nonnull outValue);

/// Frees a demuxer.
void OCADemuxerClose(OCADemuxer *demuxer);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
