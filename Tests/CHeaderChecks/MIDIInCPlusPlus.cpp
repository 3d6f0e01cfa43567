#include "CHeaderChecks.h"

#include "MIDIAssertions.h"

int CHeaderChecksOfMIDIInCPlusPlus(void) {
  return send();
}

long CHeaderChecksMIDIBytesInCPlusPlus(void) {
  return countBytes();
}
