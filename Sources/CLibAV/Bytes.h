// The bytes of a file that libavformat reads through a function.

#pragma once

#include "Internal.h"
#ifdef OCA_LIBAV_AVAILABLE

#include "CLibAVFormat.h"

/// The bytes of a file, and how many of them the current call may still read.
typedef struct OCALibAVBytes {
  AVIOContext *io;
  OCADemuxerRead read;
  void *client;
  int64_t offset;
  int64_t byteCount;
  /// The number of bytes that the current call may still read.
  int64_t bytesLeft;
  /// Whether the last read reached the end of the file.
  bool hasEnded;
} OCALibAVBytes;

/// Prepares reading, and returns whether there is enough memory.
bool OCALibAVBytesOpen(OCALibAVBytes *bytes, int64_t byteCount, OCADemuxerRead read, void *client);

/// Limits the bytes to read for one packet: twice the file, in case the library loops.
void OCALibAVBytesAllowPacket(OCALibAVBytes *bytes);

/// Frees the memory.
void OCALibAVBytesClose(OCALibAVBytes *bytes);

/// Opens the libraries if necessary, and finds a format; reports libraries that are missing.
const AVInputFormat *OCALibAVFindFormat(const char *name);

/// Reads the header of a file; the result is one of CLibAVFormat.h.
///
/// - decoders: The names of the decoders that may find out the properties of streams.
int OCALibAVContextOpen(OCALibAVBytes *bytes, const AVInputFormat *format, const char *decoders,
                        AVFormatContext **outContext);

#endif
