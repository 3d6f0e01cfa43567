internal import AudioGraph
internal import AudioModel
internal import AudioProcessing
internal import CoreAudioTypes

/// The formats of units.
enum UnitFormat {
  /// The maximum number of channels of an input or output.
  static let mostChannels = 64

  /// The usual format: Float32, with a buffer for each channel.
  static func standard(sampleRate: Double, channelCount: Int) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
      mChannelsPerFrame: UInt32(channelCount), mBitsPerChannel: 32, mReserved: 0)
  }

  /// Whether units can convert a format: signed integers, fixed point, or floating point.
  static func isSupported(_ format: AudioStreamBasicDescription) -> Bool {
    let stream = StreamFormat(format)
    let isSigned = stream.pcmFlags.contains(.float) || stream.pcmFlags.contains(.signedInteger)
    return isSigned && stream.channelCount <= mostChannels && graphFormat(format).isValid
      && PCMLayout(stream) != nil
  }

  /// The rate and channels of a format.
  static func graphFormat(_ format: AudioStreamBasicDescription) -> GraphFormat {
    GraphFormat(sampleRate: format.mSampleRate, channelCount: Int(format.mChannelsPerFrame))
  }

  /// Whether the samples of a format are those of ``Planes``.
  static func isPlanar(_ format: AudioStreamBasicDescription) -> Bool {
    let layout = PCMLayout(StreamFormat(format))
    return layout?.encoding == .float32 && layout?.isBigEndian == false
      && layout?.bytesPerSample == 4
      && (format.mChannelsPerFrame == 1 || StreamFormat(format).hasSeparateChannels)
  }

  static func isSame(
    _ one: AudioStreamBasicDescription, _ other: AudioStreamBasicDescription
  ) -> Bool { StreamFormat(one) == StreamFormat(other) }
}
