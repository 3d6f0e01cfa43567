#if ILBC
  import AudioModel

  /// Decodes iLBC, speech at 8000 Hz in blocks of 20 or 30 ms, by WebRTC's decoder.
  ///
  /// A packet is any whole number of blocks but none. A block that says that it was lost, or what no encoder says, is made up from those before it.
  ///
  /// What comes out is late by 40 or 80 frames, since the enhancer looks ahead, and ``drain(into:)`` gives nothing: as many frames come out
  /// as packets have, as from the decoder of the specification.
  ///
  /// Source: RFC 3951, 4.
  final class ILBCDecoder: PacketDecoder {
    let sampleRate = 8000.0
    let channelCount = 1
    private let mode: ILBCMode
    private let handle: ILBCHandle
    private var frames: [Int16]

    /// Makes a decoder for blocks as long as the format says by its bytes or frames in a packet.
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
