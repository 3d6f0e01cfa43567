import AudioToolbox

extension AudioStreamBasicDescription {
  /// A description of packed samples.
  static func linearPCM(
    sampleRate: Double, channels: UInt32, bits: UInt32, isFloat: Bool, isBigEndian: Bool,
    interleaved: Bool
  ) -> AudioStreamBasicDescription {
    var flags = kAudioFormatFlagIsPacked
    flags |= isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
    if isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
    if !interleaved { flags |= kAudioFormatFlagIsNonInterleaved }
    let bytesPerFrame = bits / 8 &* (interleaved ? channels : 1)
    return AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: bytesPerFrame, mFramesPerPacket: 1, mBytesPerFrame: bytesPerFrame,
      mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
  }

  var isLinearPCM: Bool { mFormatID == kAudioFormatLinearPCM }

  /// Whether channels share a buffer, as in all compressed formats.
  var isInterleaved: Bool {
    !isLinearPCM || mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
  }

  /// The distance in bytes between samples of neighboring channels in a frame.
  var bytesPerSample: UInt32 {
    isInterleaved ? mBytesPerFrame / max(1, mChannelsPerFrame) : mBytesPerFrame
  }

  /// Whether two descriptions define the same audio in the same bytes.
  func isEquivalent(to other: AudioStreamBasicDescription) -> Bool {
    guard mFormatID == other.mFormatID, mSampleRate == other.mSampleRate,
      mChannelsPerFrame == other.mChannelsPerFrame, mBitsPerChannel == other.mBitsPerChannel
    else { return false }
    guard isLinearPCM else {
      return mFormatFlags == other.mFormatFlags && mFramesPerPacket == other.mFramesPerPacket
        && mBytesPerPacket == other.mBytesPerPacket
    }
    return bytesPerSample == other.bytesPerSample && significantFlags == other.significantFlags
  }

  /// The flags of linear PCM, without flags that have no effect here.
  private var significantFlags: AudioFormatFlags {
    var flags = mFormatFlags & ~(kAudioFormatFlagsAreAllClear | kAudioFormatFlagIsNonMixable)
    if mChannelsPerFrame == 1 { flags &= ~kAudioFormatFlagIsNonInterleaved }
    if bytesPerSample * 8 == mBitsPerChannel {
      flags &= ~(kAudioFormatFlagIsPacked | kAudioFormatFlagIsAlignedHigh)
    }
    if bytesPerSample == 1 { flags &= ~kAudioFormatFlagIsBigEndian }
    if flags & kAudioFormatFlagIsFloat != 0 { flags &= ~kAudioFormatFlagIsSignedInteger }
    return flags
  }
}
