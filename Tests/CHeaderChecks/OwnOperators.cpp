#include "CHeaderChecks.h"

#include <AudioToolbox/AudioToolbox.h>

// As in programs for Apple's systems, whose headers have no such operator.
bool operator==(const AudioStreamBasicDescription &x, const AudioStreamBasicDescription &y);

bool operator==(const AudioStreamBasicDescription &x, const AudioStreamBasicDescription &y) {
  return x.mFormatID == y.mFormatID;
}

int CHeaderChecksOfOwnOperators(void) {
  AudioStreamBasicDescription one = AudioStreamBasicDescription(), other = one;
  other.mSampleRate = 1;
  return one == other;
}
