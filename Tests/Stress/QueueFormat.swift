import AudioToolbox

/// Formats of queues.
enum QueueFormat {
  static func pcm16(_ sampleRate: Double, channels: UInt32) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2 * channels, mFramesPerPacket: 1, mBytesPerFrame: 2 * channels,
      mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
  }

  static func float(_ sampleRate: Double) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
      mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
  }

  /// A format whose remaining fields come from the codec, with the packet size if it is constant.
  static func codec(
    _ codec: AudioFormatID, _ sampleRate: Double, bytes: UInt32 = 0, frames: UInt32 = 0
  ) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: codec, mFormatFlags: 0, mBytesPerPacket: bytes,
      mFramesPerPacket: frames, mBytesPerFrame: bytes == 1 ? 1 : 0, mChannelsPerFrame: 1,
      mBitsPerChannel: bytes == 1 ? 8 : 0, mReserved: 0)
  }

  static func random(_ dice: inout Dice, isInput: Bool) -> AudioStreamBasicDescription {
    let sampleRate = dice.pick([8000, 44100, 48000, 96000] as [Double])
    switch dice.roll(8) {
    case 0...2: return float(sampleRate)
    case 3, 4: return pcm16(sampleRate, channels: 2)
    case 5: return codec(kAudioFormatULaw, sampleRate, bytes: 1, frames: 1)
    case 6: return codec(kAudioFormatAppleIMA4, sampleRate, bytes: 34, frames: 64)
    default:
      return isInput
        ? codec(kAudioFormatAppleLossless, 96000, frames: 1024)
        : codec(kAudioFormatMPEGLayer3, sampleRate)
    }
  }
}
