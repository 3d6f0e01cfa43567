// The bytes and the header of a file that libavformat reads through a function.

#include "Bytes.h"
#ifdef OCA_LIBAV_AVAILABLE

#include <CDynamicLibrary.h>
#include <stdlib.h>
#include <string.h>

/// The number of bytes the library reads at once.
static const int bufferByteCount = 32 << 10;
/// The limit of bytes to read while opening a file, including repeated reads.
static const int64_t mostBytesToOpen = 64 << 20;
/// The limit of streams in a file, including video.
static const int mostStreams = 64;

static int readBytes(void *opaque, uint8_t *buffer, int byteCount) {
  OCALibAVBytes *bytes = opaque;
  if (bytes->bytesLeft <= 0) return AVERROR_EXIT;
  int count = bytes->read(bytes->client, bytes->offset, buffer, byteCount);
  if (count < 0) return AVERROR(EIO);
  bytes->hasEnded = count == 0;
  if (count == 0) return AVERROR_EOF;
  bytes->offset += count;
  bytes->bytesLeft -= count;
  return count;
}

static int64_t seekBytes(void *opaque, int64_t offset, int whence) {
  OCALibAVBytes *bytes = opaque;
  int64_t base = 0;
  switch (whence & ~AVSEEK_FORCE) {
  case AVSEEK_SIZE: return bytes->byteCount < 0 ? AVERROR(ENOSYS) : bytes->byteCount;
  case SEEK_SET: break;
  case SEEK_CUR: base = bytes->offset; break;
  case SEEK_END:
    if (bytes->byteCount < 0) return AVERROR(ENOSYS);
    base = bytes->byteCount;
    break;
  default: return AVERROR(EINVAL);
  }
  if (__builtin_add_overflow(base, offset, &base) || base < 0) return AVERROR(EINVAL);
  bytes->offset = base;
  return base;
}

bool OCALibAVBytesOpen(OCALibAVBytes *bytes, int64_t byteCount, OCADemuxerRead read, void *client) {
  memset(bytes, 0, sizeof *bytes);
  bytes->read = read;
  bytes->client = client;
  bytes->byteCount = byteCount;
  bytes->bytesLeft = mostBytesToOpen;
  uint8_t *buffer = library.av_malloc((size_t)bufferByteCount);
  if (buffer == NULL) return false;
  bytes->io =
      library.avio_alloc_context(buffer, bufferByteCount, 0, bytes, readBytes, NULL, seekBytes);
  if (bytes->io == NULL) library.av_free(buffer);
  return bytes->io != NULL;
}

void OCALibAVBytesAllowPacket(OCALibAVBytes *bytes) {
  int64_t byteCount = bytes->byteCount;
  bool isUnlimited = byteCount < 0 || byteCount > (INT64_MAX - mostBytesToOpen) / 2;
  bytes->bytesLeft = isUnlimited ? INT64_MAX : mostBytesToOpen + 2 * byteCount;
}

void OCALibAVBytesClose(OCALibAVBytes *bytes) {
  if (bytes->io == NULL) return;
  library.av_free(bytes->io->buffer);
  library.avio_context_free(&bytes->io);
}

const AVInputFormat *OCALibAVFindFormat(const char *name) {
  if (OCALibAVLoadFormats()) return library.av_find_input_format(name);
  OCAReportMissingLibraries(OCALibraryForCodecs);
  OCAReportMissingLibraries(OCALibraryForContainers);
  return NULL;
}

/// Prevents a file from opening other files.
static int refuseToOpen(AVFormatContext *context, AVIOContext **io, const char *url, int flags,
                        AVDictionary **options) {
  (void)context, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EACCES);
}

int OCALibAVContextOpen(OCALibAVBytes *bytes, const AVInputFormat *format, const char *decoders,
                        AVFormatContext **outContext) {
  AVFormatContext *context = library.avformat_alloc_context();
  if (context == NULL) return OCADemuxerFailed;
  context->pb = bytes->io;
  context->flags |= AVFMT_FLAG_CUSTOM_IO;
  context->io_open = refuseToOpen;
  context->max_streams = mostStreams;
  context->probesize = 4 << 20;
  context->max_analyze_duration = 5 * AV_TIME_BASE;
  context->skip_estimate_duration_from_pts = 1;
  // Allows no protocols, no other formats, and only the stated decoders.
  context->protocol_whitelist = library.av_strdup("none");
  context->format_whitelist = library.av_strdup(format->name);
  context->codec_whitelist = library.av_strdup(decoders);
  // Without a list, the library would allow everything.
  if (!context->protocol_whitelist || !context->format_whitelist || !context->codec_whitelist) {
    *outContext = context;
    return OCADemuxerFailed;
  }
  // The library frees a context that it cannot open.
  if (library.avformat_open_input(&context, "", format, NULL) < 0) return OCADemuxerMalformed;
  *outContext = context;
  return OCADemuxerDone;
}
#endif
