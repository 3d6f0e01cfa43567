/// The peer of a benchmark: libavformat's way to the packets of a file.
#ifndef CLibAVWalk_h
#define CLibAVWalk_h

#include <stdint.h>

/// Opens a file, reads packet after packet, and closes it.
///
/// The streams are not probed further, which is the least that libavformat can do.
///
/// Returns how many packets there were, or a negative error of FFmpeg.
int64_t OCALibAVCountPackets(const char *path);

/// Opens a file, has its streams probed, and closes it.
///
/// Returns a negative error of FFmpeg where it fails.
int OCALibAVProbe(const char *path);

#endif
