/// Functions for Core Audio's types, in C++ only.
#ifndef CoreAudio_CoreAudioInlines_h
#define CoreAudio_CoreAudioInlines_h

#include <CoreAudio/CoreAudioBaseTypes.h>

#if defined(__cplusplus) && !defined(__swift__)

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

// MARK: - Formats

/// Whether a format is linear PCM in this machine's byte order.
inline bool IsAudioFormatNativeEndian(const AudioStreamBasicDescription &f) {
  return TestAudioFormatNativeEndian(f);
}

/// Returns the format flags of linear PCM, with padded samples aligned to the high bits.
inline AudioFormatFlags CalculateLPCMFlags(
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
  AudioFormatFlags flags = inIsFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger;
  if (inIsBigEndian) flags |= kAudioFormatFlagIsBigEndian;
  if (inIsNonInterleaved) flags |= kAudioFormatFlagIsNonInterleaved;
  flags |= inValidBitsPerChannel == inTotalBitsPerChannel ? kAudioFormatFlagIsPacked
                                                          : kAudioFormatFlagIsAlignedHigh;
  return flags;
}

/// Sets a format to linear PCM.
///
/// - Parameters:
///   - inValidBitsPerChannel: The significant bits of a sample.
///   - inTotalBitsPerChannel: The bits of a sample in memory, a multiple of eight.
inline void FillOutASBDForLPCM(
    AudioStreamBasicDescription &outASBD, Float64 inSampleRate, UInt32 inChannelsPerFrame,
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
  UInt32 channelsInBuffer = inIsNonInterleaved ? 1 : inChannelsPerFrame;
  outASBD = AudioStreamBasicDescription();
  outASBD.mSampleRate = inSampleRate;
  outASBD.mFormatID = kAudioFormatLinearPCM;
  outASBD.mFormatFlags = CalculateLPCMFlags(
      inValidBitsPerChannel, inTotalBitsPerChannel, inIsFloat, inIsBigEndian, inIsNonInterleaved);
  outASBD.mFramesPerPacket = 1;
  outASBD.mBytesPerFrame = channelsInBuffer * (inTotalBitsPerChannel / 8);
  outASBD.mBytesPerPacket = outASBD.mBytesPerFrame;
  outASBD.mChannelsPerFrame = inChannelsPerFrame;
  outASBD.mBitsPerChannel = inValidBitsPerChannel;
}

// MARK: - Times

/// Sets a time stamp to a time in frames.
inline void FillOutAudioTimeStampWithSampleTime(AudioTimeStamp &outATS, Float64 inSampleTime) {
  outATS = AudioTimeStamp();
  outATS.mSampleTime = inSampleTime;
  outATS.mFlags = kAudioTimeStampSampleTimeValid;
}

/// Sets a time stamp to a time on the machine's clock.
inline void FillOutAudioTimeStampWithHostTime(AudioTimeStamp &outATS, UInt64 inHostTime) {
  outATS = AudioTimeStamp();
  outATS.mHostTime = inHostTime;
  outATS.mFlags = kAudioTimeStampHostTimeValid;
}

/// Sets a time stamp to a time in frames and the same time on the machine's clock.
inline void FillOutAudioTimeStampWithSampleAndHostTime(
    AudioTimeStamp &outATS, Float64 inSampleTime, UInt64 inHostTime) {
  outATS = AudioTimeStamp();
  outATS.mSampleTime = inSampleTime;
  outATS.mHostTime = inHostTime;
  outATS.mFlags = kAudioTimeStampSampleHostTimeValid;
}

// MARK: - Comparison

// These are templates, so that programs can define their own operators: overload resolution prefers
// a plain function to a template.

/// Whether all members of two formats are equal.
template <int = 0>
inline bool operator==(
    const AudioStreamBasicDescription &x, const AudioStreamBasicDescription &y) {
  return x.mSampleRate == y.mSampleRate && x.mFormatID == y.mFormatID
      && x.mFormatFlags == y.mFormatFlags && x.mBytesPerPacket == y.mBytesPerPacket
      && x.mFramesPerPacket == y.mFramesPerPacket && x.mBytesPerFrame == y.mBytesPerFrame
      && x.mChannelsPerFrame == y.mChannelsPerFrame && x.mBitsPerChannel == y.mBitsPerChannel;
}

/// Whether any member of two formats differs.
template <int = 0>
inline bool operator!=(
    const AudioStreamBasicDescription &x, const AudioStreamBasicDescription &y) {
  return !(x == y);
}

/// Orders formats member by member, for sorted containers.
template <int = 0>
inline bool operator<(const AudioStreamBasicDescription &x, const AudioStreamBasicDescription &y) {
  if (x.mSampleRate != y.mSampleRate) return x.mSampleRate < y.mSampleRate;
  if (x.mFormatID != y.mFormatID) return x.mFormatID < y.mFormatID;
  if (x.mFormatFlags != y.mFormatFlags) return x.mFormatFlags < y.mFormatFlags;
  if (x.mBytesPerPacket != y.mBytesPerPacket) return x.mBytesPerPacket < y.mBytesPerPacket;
  if (x.mFramesPerPacket != y.mFramesPerPacket) return x.mFramesPerPacket < y.mFramesPerPacket;
  if (x.mBytesPerFrame != y.mBytesPerFrame) return x.mBytesPerFrame < y.mBytesPerFrame;
  if (x.mChannelsPerFrame != y.mChannelsPerFrame) return x.mChannelsPerFrame < y.mChannelsPerFrame;
  return x.mBitsPerChannel < y.mBitsPerChannel;
}

#endif

#endif
