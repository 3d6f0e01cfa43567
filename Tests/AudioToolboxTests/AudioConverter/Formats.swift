import AudioToolbox

extension AudioStreamBasicDescription {
  /// Linear PCM.
  static func pcm(
    _ bits: Int, _ flags: AudioFormatFlags, rate: Double = 8000, channels: Int = 2,
    bytesPerSample: Int? = nil
  ) -> AudioStreamBasicDescription {
    let isSeparate = flags & kAudioFormatFlagIsNonInterleaved != 0
    let width = UInt32((bytesPerSample ?? bits / 8) * (isSeparate ? 1 : channels))
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: width, mFramesPerPacket: 1, mBytesPerFrame: width,
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits), mReserved: 0)
  }

  static func int16(rate: Double = 8000, channels: Int = 2) -> AudioStreamBasicDescription {
    pcm(
      16, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, rate: rate,
      channels: channels)
  }

  static func float32(rate: Double = 8000, channels: Int = 2) -> AudioStreamBasicDescription {
    pcm(32, kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, rate: rate, channels: channels)
  }

  /// A compressed format with only these fields.
  static func compressed(
    _ formatID: AudioFormatID, rate: Double, channels: Int, framesPerPacket: Int
  ) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0,
      mFramesPerPacket: UInt32(framesPerPacket), mBytesPerFrame: 0,
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 0, mReserved: 0)
  }

  static let stereoMP3 = compressed(
    kAudioFormatMPEGLayer3, rate: 44100, channels: 2, framesPerPacket: 1152)
  static let stereoAAC = compressed(
    kAudioFormatMPEG4AAC, rate: 44100, channels: 2, framesPerPacket: 1024)
}
