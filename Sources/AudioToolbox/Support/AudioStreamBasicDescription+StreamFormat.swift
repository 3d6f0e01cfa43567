internal import AudioModel
internal import CoreAudioTypes

extension AudioStreamBasicDescription {
  /// The same format in Apple's structure.
  init(_ format: StreamFormat) {
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
  /// A format and the layout of its channels.
  init(_ format: StreamFormat, _ layout: ChannelLayout?) {
    self.init(
      mASBD: AudioStreamBasicDescription(format),
      mChannelLayoutTag: layout?.tag ?? kAudioChannelLayoutTag_Unknown
        | UInt32(clamping: format.channelCount))
  }
}

extension AudioStreamPacketDescription {
  /// The same packet, with its offset from the start of a buffer.
  init(_ packet: Packet, framesVary: Bool) {
    self.init(
      mStartOffset: Int64(clamping: packet.offset),
      mVariableFramesInPacket: framesVary ? packet.frameCount : 0,
      mDataByteSize: packet.byteCount)
  }
}
