import AudioModel

extension StreamFormat {
  /// Bytes of one sample of one channel of linear PCM.
  ///
  /// `nil` if the fields contradict each other. Also `nil` for fixed point, which containers cannot
  /// express.
  var sampleByteCount: Int? {
    guard isLinearPCM, channelCount > 0, bitsPerChannel > 0,
      formatFlags & Self.fractionBits == 0
    else { return nil }
    let isInterleaved = channelCount == 1 || !pcmFlags.contains(.nonInterleaved)
    let frame = bytesPerFrame > 0 ? bytesPerFrame : bytesPerPacket
    guard isInterleaved, frame > 0, frame.isMultiple(of: channelCount),
      bytesPerPacket == 0 || bytesPerPacket == frame, framesPerPacket <= 1
    else { return nil }
    let container = frame / channelCount
    return bitsPerChannel <= container * 8 ? container : nil
  }

  /// The flags that contain the number of fraction bits in a fixed-point sample.
  private static var fractionBits: UInt32 { 0x3F << 7 }
}
