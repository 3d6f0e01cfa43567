internal import AudioCodecs
internal import AudioModel

/// An encoder, and what it has made.
struct EncodingState {
  var encoder: any PacketEncoder
  var settings = EncoderSettings()
  var packets = EncodedPackets()
  /// Frames encoded.
  var frameCount = 0
  /// Frames of all packets made.
  var packetFrameCount = 0
  var isFinished = false

  init(_ encoder: any PacketEncoder) {
    self.encoder = encoder
  }

  mutating func reset() {
    encoder.reset()
    packets.removeAll()
    frameCount = 0
    packetFrameCount = 0
    isFinished = false
  }

  /// Encodes frames.
  mutating func encode(_ samples: Span<Float>) throws(CodecError) {
    frameCount += samples.count / encoder.format.channelCount
    try counting { (encoder, packets) throws(CodecError) in
      try encoder.encode(samples, into: &packets)
    }
  }

  /// Encodes frames of whole numbers, where the encoder takes those.
  mutating func encode(_ samples: Span<Int32>) throws(CodecError) {
    guard let encoder = encoder as? any IntegerPacketEncoder else { throw .unsupportedFormat }
    frameCount += samples.count / encoder.format.channelCount
    try counting { (_, packets) throws(CodecError) in try encoder.encode(samples, into: &packets) }
  }

  /// Makes the last packets.
  mutating func finish() throws(CodecError) {
    isFinished = true
    let frames = frameCount
    guard frames > 0 else { return }
    try counting { (encoder, packets) throws(CodecError) in
      try encoder.finish(after: frames, into: &packets)
    }
  }

  private mutating func counting(
    _ body: (any PacketEncoder, inout EncodedPackets) throws(CodecError) -> Void
  ) throws(CodecError) {
    let before = packets.packets.count
    defer {
      for packet in packets.packets[before...] { packetFrameCount += Int(packet.frameCount) }
    }
    try body(encoder, &packets)
  }
}
