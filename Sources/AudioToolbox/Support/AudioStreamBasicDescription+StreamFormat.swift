package import AudioModel
internal import CoreAudioTypes

extension AudioStreamBasicDescription {
  /// Converts a format to Apple's structure.
  package init(_ format: StreamFormat) {
    self.init(
      mSampleRate: format.sampleRate, mFormatID: format.formatID.rawValue,
      mFormatFlags: format.formatFlags, mBytesPerPacket: UInt32(clamping: format.bytesPerPacket),
      mFramesPerPacket: UInt32(clamping: format.framesPerPacket),
      mBytesPerFrame: UInt32(clamping: format.bytesPerFrame),
      mChannelsPerFrame: UInt32(clamping: format.channelCount),
      mBitsPerChannel: UInt32(clamping: format.bitsPerChannel), mReserved: 0)
  }
}

extension AudioFormatListItem {
  /// Creates a list item from a format and its channel layout.
  init(_ format: StreamFormat, _ layout: ChannelLayout?) {
    self.init(
      mASBD: AudioStreamBasicDescription(format),
      mChannelLayoutTag: layout?.tag ?? kAudioChannelLayoutTag_Unknown
        | UInt32(clamping: format.channelCount))
  }
}

extension AudioStreamPacketDescription {
  /// Creates a description of a packet, with its offset from the start of a buffer.
  init(_ packet: Packet, framesVary: Bool) {
    self.init(
      mStartOffset: Int64(clamping: packet.offset),
      mVariableFramesInPacket: framesVary ? packet.frameCount : 0,
      mDataByteSize: packet.byteCount)
  }
}
