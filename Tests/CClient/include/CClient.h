/// What a client in C sees, for the tests in Swift to ask.
#ifndef CClient_h
#define CClient_h

#include <stdint.h>

/// What a client in C found in a file.
typedef struct CClientFacts {
  int32_t status;
  double sampleRate;
  uint64_t packetCount;
  /// Bytes of the first packet, and how the reading of it ended.
  uint32_t firstPacketSize;
  int32_t readStatus;
  /// Entries of the info dictionary.
  long infoCount;
  int32_t closeStatus;
} CClientFacts;

/// Opens a file by a `CFURLRef`, asks, reads and closes.
CClientFacts CClientOpen(const char *_Nonnull path);

/// Packets that a stream gives for the bytes of a file, pushed `pieceSize` at a time; -1 for an error.
long CClientParse(const uint8_t *_Nonnull bytes, long count, long pieceSize);

/// Calls every function with null where it must not be.
///
/// Returns the number of the first call that was not refused with -50, or 0.
int CClientPassNull(void);

/// The number of the first fact about times and formats that a client in C does not find, or 0.
int CClientFindTimes(void);

#endif
