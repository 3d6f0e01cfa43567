import AudioToolbox
import ToolSupport

/// The formats of a conversion.
struct ConversionFormats {
  private let options: ConversionOptions

  init(_ options: ConversionOptions) {
    self.options = options
  }

  /// The format of the output.
  func target(_ source: SourceFrames, _ file: LocalFile) -> AudioStreamBasicDescription {
    let bits = SourceBits.count(
      source.format, cookie: file.bytes(kAudioFilePropertyMagicCookieData))
    let name =
      options.dataFormat
      ?? DataFormatName(usualFor: options.fileType, source: source.format, sourceBits: bits)
    return name.description(
      for: source.format, sourceBits: bits,
      channelCount: options.channelCount ?? options.outputLayout?.channelCount
        ?? source.format.mChannelsPerFrame)
  }

  /// The format between the two files.
  ///
  /// Uses integers if both files hold integers, at the same rate and without mixing. Uses 16 bits
  /// if the output has 16 bits, and otherwise floats.
  func client(
    _ source: AudioStreamBasicDescription, _ target: AudioStreamBasicDescription
  ) -> AudioStreamBasicDescription {
    var client = AudioStreamBasicDescription()
    client.mSampleRate = target.mSampleRate
    client.mChannelsPerFrame = target.mChannelsPerFrame
    client.mFormatID = kAudioFormatLinearPCM
    let isExact =
      Self.holdsIntegers(source) && Self.holdsIntegers(target)
      && source.mSampleRate == target.mSampleRate && !options.mixes
      && !options.edit.changesSamples && !options.joins
    let isShort =
      !isExact && target.mFormatID == kAudioFormatLinearPCM && target.mBitsPerChannel == 16
      && options.soundCheck != .generate && !options.edit.changesSamples
    client.mFormatFlags =
      (isExact || isShort ? kAudioFormatFlagIsSignedInteger : kAudioFormatFlagIsFloat)
      | kAudioFormatFlagIsPacked
    client.mBitsPerChannel = isShort ? 16 : 32
    client.mFramesPerPacket = 1
    client.mBytesPerFrame = client.mBitsPerChannel / 8 * client.mChannelsPerFrame
    client.mBytesPerPacket = client.mBytesPerFrame
    return client
  }

  private static func holdsIntegers(_ format: AudioStreamBasicDescription) -> Bool {
    switch format.mFormatID {
    case kAudioFormatLinearPCM: format.mFormatFlags & kAudioFormatFlagIsFloat == 0
    case kAudioFormatAppleLossless, kAudioFormatFLAC: true
    default: false
    }
  }
}
