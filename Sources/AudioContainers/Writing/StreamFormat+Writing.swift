import AudioModel

extension StreamFormat {
  /// Bytes of one sample of one channel of linear PCM, or `nil` where the fields contradict each other, or for fixed point, of which
  /// no container can tell.
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

  /// The flags that tell how many bits of a fixed-point sample are fraction.
  private static var fractionBits: UInt32 { 0x3F << 7 }
}
