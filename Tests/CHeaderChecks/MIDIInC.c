#include "CHeaderChecks.h"

#include "MIDIAssertions.h"

int CHeaderChecksOfMIDIInC(void) {
  return send();
}

long CHeaderChecksMIDIBytesInC(void) {
  return countBytes();
}
