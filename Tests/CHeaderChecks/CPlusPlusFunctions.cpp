#include "CHeaderChecks.h"

#include <AudioToolbox/AudioToolbox.h>

#include <map>

namespace {

bool formatsAreFilled() {
  AudioStreamBasicDescription format;
  FillOutASBDForLPCM(format, 48000, 2, 24, 32, false, true);
  if (format.mSampleRate != 48000 || format.mFormatID != kAudioFormatLinearPCM) return false;
  if (format.mFormatFlags
      != (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian
          | kAudioFormatFlagIsAlignedHigh)) {
    return false;
  }
  return format.mBytesPerFrame == 8 && format.mBytesPerPacket == 8 && format.mFramesPerPacket == 1
      && format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 24 && format.mReserved == 0
      && !IsAudioFormatNativeEndian(format);
}

bool planesAreFilled() {
  AudioStreamBasicDescription format;
  FillOutASBDForLPCM(format, 44100, 6, 32, 32, true, false, true);
  return format.mFormatFlags
      == (kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved)
      && format.mBytesPerFrame == 4 && format.mBytesPerPacket == 4
      && format.mChannelsPerFrame == 6 && IsAudioFormatNativeEndian(format)
      && TestAudioFormatNativeEndian(format)
      && CalculateLPCMFlags(16, 16, false, false)
      == (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked);
}

bool timesAreFilled() {
  AudioTimeStamp sample, host, both;
  FillOutAudioTimeStampWithSampleTime(sample, 5);
  FillOutAudioTimeStampWithHostTime(host, 7);
  FillOutAudioTimeStampWithSampleAndHostTime(both, 5, 7);
  return sample.mSampleTime == 5 && sample.mHostTime == 0
      && sample.mFlags == kAudioTimeStampSampleTimeValid && host.mSampleTime == 0
      && host.mHostTime == 7 && host.mFlags == kAudioTimeStampHostTimeValid
      && both.mSampleTime == 5 && both.mHostTime == 7
      && both.mFlags == kAudioTimeStampSampleHostTimeValid;
}

// Every member matters, and equal formats have no order.
template <typename Value>
bool memberCounts(Value AudioStreamBasicDescription::*member) {
  AudioStreamBasicDescription one = AudioStreamBasicDescription(), other = one;
  if (!(one == other) || one != other || one < other || other < one) return false;
  other.*member = 1;
  return one != other && !(one == other) && one < other && !(other < one);
}

bool formatsCompare() {
  std::map<AudioStreamBasicDescription, int> numbers;
  AudioStreamBasicDescription format;
  for (int bits = 8; bits <= 32; bits += 8) {
    FillOutASBDForLPCM(format, 44100, 2, bits, bits, false, false);
    numbers[format] = bits;
  }
  return numbers.size() == 4 && numbers[format] == 32
      && memberCounts(&AudioStreamBasicDescription::mSampleRate)
      && memberCounts(&AudioStreamBasicDescription::mFormatID)
      && memberCounts(&AudioStreamBasicDescription::mFormatFlags)
      && memberCounts(&AudioStreamBasicDescription::mBytesPerPacket)
      && memberCounts(&AudioStreamBasicDescription::mFramesPerPacket)
      && memberCounts(&AudioStreamBasicDescription::mBytesPerFrame)
      && memberCounts(&AudioStreamBasicDescription::mChannelsPerFrame)
      && memberCounts(&AudioStreamBasicDescription::mBitsPerChannel);
}

bool optionsAreIntegers() {
  AudioFileFlags flags = 0;
  flags |= kAudioFileFlags_EraseFile;
  flags = flags | kAudioFileFlags_DontPageAlignAudioData;
  AudioTimeStampFlags times = 1 | 2;
  AudioChannelLayout layout = AudioChannelLayout();
  layout.mChannelBitmap = 0x3F;
  layout.mChannelDescriptions[0].mChannelFlags = 4;
  SMPTETimeFlags smpte = kSMPTETimeValid | kSMPTETimeRunning;
  AudioStreamBasicDescription *none = nil;
  return flags == 3 && times == kAudioTimeStampSampleHostTimeValid
      && layout.mChannelBitmap == 0x3F && smpte == 3 && none == NULL
      && sizeof(AudioFileFlags) == 4;
}

}  // namespace

int CHeaderChecksOfCPlusPlus(void) {
  const bool results[] = {
    formatsAreFilled(), planesAreFilled(), timesAreFilled(), formatsCompare(),
    optionsAreIntegers(),
  };
  for (unsigned index = 0; index < sizeof results / sizeof *results; index += 1) {
    if (!results[index]) return (int)index + 1;
  }
  return 0;
}
