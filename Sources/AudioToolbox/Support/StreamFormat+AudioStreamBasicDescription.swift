internal import AudioModel
internal import CoreAudioTypes

extension StreamFormat {
  /// Converts Apple's structure to a format.
  package init(_ description: AudioStreamBasicDescription) {
    self.init(
      sampleRate: description.mSampleRate, formatID: FourCC(rawValue: description.mFormatID),
      formatFlags: description.mFormatFlags, bytesPerPacket: Int(description.mBytesPerPacket),
      framesPerPacket: Int(description.mFramesPerPacket),
      bytesPerFrame: Int(description.mBytesPerFrame),
      channelCount: Int(description.mChannelsPerFrame),
      bitsPerChannel: Int(description.mBitsPerChannel))
  }
}
