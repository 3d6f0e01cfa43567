/// The view of a client in C, for the tests in Swift.
#ifndef CClient_h
#define CClient_h

#include <stdint.h>

/// The facts that a client in C found in a file.
typedef struct CClientFacts {
  int32_t status;
  double sampleRate;
  uint64_t packetCount;
  /// The size of the first packet in bytes, and the status of its read.
  uint32_t firstPacketSize;
  int32_t readStatus;
  /// Entries of the info dictionary.
  long infoCount;
  int32_t closeStatus;
} CClientFacts;

/// Opens a file by a `CFURLRef`, gets properties, reads, and closes it.
CClientFacts CClientOpen(const char *_Nonnull path);

/// The number of packets in a file, pushed in pieces of `pieceSize` bytes; -1 for an error.
long CClientParse(const uint8_t *_Nonnull bytes, long count, long pieceSize);

/// Calls every function with null for a nonnull argument.
///
/// Returns the number of the first call that did not return -50, or 0.
int CClientPassNull(void);
/// Renders frames of a unit whose source counts up from 100 in 16-bit integers; returns the status.
int CClientRenderUnit(int count, float *_Nonnull samples);

/// The number of the first fact about times and formats that a client in C does not find, or 0.
int CClientFindTimes(void);

/// The number of the first fact about samples and clocks that a client in C does not find, or 0.
int CClientFindSamples(void);

#endif
