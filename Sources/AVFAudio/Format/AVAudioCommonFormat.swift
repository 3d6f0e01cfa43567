internal import AudioToolbox

/// The sample formats that buffers give access to.
public enum AVAudioCommonFormat: UInt, Sendable {
  /// Any other format.
  case otherFormat = 0
  /// 32-bit floating point in this machine's byte order.
  case pcmFormatFloat32 = 1
  /// 64-bit floating point in this machine's byte order.
  case pcmFormatFloat64 = 2
  /// Signed 16-bit integers in this machine's byte order.
  case pcmFormatInt16 = 3
  /// Signed 32-bit integers in this machine's byte order.
  case pcmFormatInt32 = 4
}

extension AVAudioCommonFormat {
  /// Classifies the samples of a stream description.
  init(_ description: AudioStreamBasicDescription) {
    let flags = description.mFormatFlags
    let order = flags & kAudioFormatFlagIsBigEndian
    let fraction = flags & kLinearPCMFormatFlagsSampleFractionMask
    guard description.mFormatID == kAudioFormatLinearPCM, order == kAudioFormatFlagsNativeEndian,
      fraction == 0, description.bytesPerSample * 8 == description.mBitsPerChannel
    else {
      self = .otherFormat
      return
    }
    let isFloat = flags & kAudioFormatFlagIsFloat != 0
    let isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
    switch (description.mBitsPerChannel, isFloat, isSigned) {
    case (32, true, _): self = .pcmFormatFloat32
    case (64, true, _): self = .pcmFormatFloat64
    case (16, false, true): self = .pcmFormatInt16
    case (32, false, true): self = .pcmFormatInt32
    default: self = .otherFormat
    }
  }

  /// A description of samples in this format, or `nil` for other formats.
  func description(
    sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
  ) -> AudioStreamBasicDescription? {
    switch self {
    case .otherFormat: nil
    case .pcmFormatFloat32:
      .linearPCM(
        sampleRate: sampleRate, channels: channels, bits: 32, isFloat: true, isBigEndian: false,
        interleaved: interleaved)
    case .pcmFormatFloat64:
      .linearPCM(
        sampleRate: sampleRate, channels: channels, bits: 64, isFloat: true, isBigEndian: false,
        interleaved: interleaved)
    case .pcmFormatInt16:
      .linearPCM(
        sampleRate: sampleRate, channels: channels, bits: 16, isFloat: false, isBigEndian: false,
        interleaved: interleaved)
    case .pcmFormatInt32:
      .linearPCM(
        sampleRate: sampleRate, channels: channels, bits: 32, isFloat: false, isBigEndian: false,
        interleaved: interleaved)
    }
  }
}
