#if ILBC
  import AudioModel

  /// Decodes iLBC, speech at 8000 Hz in blocks of 20 or 30 ms, with WebRTC's decoder.
  ///
  /// A packet is any positive whole number of blocks. Blocks that are marked as lost or invalid are
  /// concealed from earlier ones.
  ///
  /// The output is delayed by 40 or 80 frames, because the enhancer looks ahead. ``drain(into:)``
  /// outputs no frames, so the total equals that of the packets. The decoder of the specification
  /// behaves the same.
  ///
  /// Source: RFC 3951, 4.
  final class ILBCDecoder: PacketDecoder {
    let sampleRate = 8000.0
    let channelCount = 1
    private let mode: ILBCMode
    private let handle: ILBCHandle
    private var frames: [Int16]

    /// Creates a decoder.
    ///
    /// The format's bytes or frames per packet determine the block length.
    init(_ format: StreamFormat) throws(CodecError) {
      guard 0...1 ~= format.channelCount, let mode = ILBCMode(format) else {
        throw .unsupportedFormat
      }
      self.mode = mode
      handle = try ILBCHandle(mode)
      frames = Array(repeating: 0, count: mode.frameCount)
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      guard !packet.isEmpty, packet.count.isMultiple(of: mode.byteCount) else { throw .badPacket }
      for offset in stride(from: 0, to: packet.count, by: mode.byteCount) {
        try handle.decode(packet.extracting(offset..<offset + mode.byteCount), into: &frames)
        for frame in frames { samples.append(Float(frame) / 32768) }
      }
    }

    func drain(into samples: inout [Float]) {}

    func reset() { handle.restart() }
  }
#endif
