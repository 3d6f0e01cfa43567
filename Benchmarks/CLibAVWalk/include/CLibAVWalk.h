/// A peer for benchmarks: reading the packets of a file with libavformat.
#ifndef CLibAVWalk_h
#define CLibAVWalk_h

#include <stdint.h>

/// Opens a file, reads all packets, and closes it.
///
/// Streams are not probed further, which is the minimum for libavformat.
///
/// Returns the number of packets, or a negative error of FFmpeg.
int64_t OCALibAVCountPackets(const char *path);

/// Opens a file, probes its streams, and closes it.
///
/// Returns a negative error of FFmpeg on failure.
int OCALibAVProbe(const char *path);

#endif
