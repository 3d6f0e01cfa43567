#if LibAV
  import AudioModel
  import AudioProcessing

  /// Decodes packets of various codecs to Float32 with libavcodec.
  ///
  /// The decoder does not trim frames. A packet may yield no samples, such as the first one of
  /// Vorbis. More samples may follow with ``drain(into:)``. After a rejected packet, decoding
  /// continues as after ``reset()``.
  final class LibAVDecoder: PlanarPacketDecoder {
    private(set) var sampleRate: Double
    private(set) var channelCount: Int
    private(set) var primingFrames = 0
    private let codec: LibAVCodec
    private let fixedPacketByteCount: Int
    private var handle: LibAVHandle?
    /// The speakers of the last frame, and the source channel of each output channel.
    private var order: (speakers: UInt64, sources: [Int32]) = (0, [])

    /// Maximum frames of one packet.
    ///
    /// The longest packet of Monkey's Audio has 1.2 million.
    private static let mostFrames = 1 << 22

    convenience init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      self.init(try LibAVCodec(format, cookie), format)
    }

    init(_ codec: LibAVCodec, _ format: StreamFormat) {
      self.codec = codec
      sampleRate = format.sampleRate
      channelCount = format.channelCount
      fixedPacketByteCount = format.bytesPerPacket
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      try decode(packet, into: &samples) { _, _ in 0 }
    }

    func decode(
      _ packet: Span<UInt8>, into samples: inout [Float],
      lending take: (any SampleInput, Int) -> Int
    ) throws(CodecError) {
      if let isWide = codec.isWideSpeech {
        for range in AMRFrames.ranges(of: packet, isWide: isWide) {
          try decodePacket(packet.extracting(range), into: &samples, take)
        }
        return
      }
      guard fixedPacketByteCount > 0, packet.count > fixedPacketByteCount else {
        return try decodePacket(packet, into: &samples, take)
      }
      var start = 0
      while start < packet.count {
        let end = min(start + fixedPacketByteCount, packet.count)
        try decodePacket(packet.extracting(start..<end), into: &samples, take)
        start = end
      }
    }

    func drain(into samples: inout [Float]) throws(CodecError) {
      guard let handle else { return }
      // A drained decoder accepts no more packets.
      defer { self.handle = nil }
      try handle.end()
      try append(from: handle, to: &samples) { _, _ in 0 }
    }

    /// Discards all state by creating a new decoder later.
    func reset() {
      handle = nil
    }

    private func decodePacket(
      _ packet: Span<UInt8>, into samples: inout [Float],
      _ take: (any SampleInput, Int) -> Int
    ) throws(CodecError) {
      if let frameCount = codec.silentFrames(packet) {
        samples.append(zeros: frameCount * max(channelCount, 1))
        return
      }
      let handle = try openHandle()
      do throws(CodecError) {
        try handle.send(packet)
        try append(from: handle, to: &samples, lending: take)
      } catch {
        reset()
        throw error
      }
    }

    private func openHandle() throws(CodecError) -> LibAVHandle {
      if let handle { return handle }
      let opened = try LibAVHandle(
        codec, sampleRate: sampleRate < 1e9 ? Int(sampleRate) : 0, channelCount: channelCount)
      handle = opened
      return opened
    }

    /// Takes all available frames.
    private func append(
      from handle: LibAVHandle, to samples: inout [Float],
      lending take: (any SampleInput, Int) -> Int
    ) throws(CodecError) {
      var frameCount = 0
      while let frame = try handle.receive() {
        frameCount += frame.frameCount
        guard frameCount <= Self.mostFrames else { throw .badPacket }
        try check(frame)
        handle.append(frame, sources: order.sources, to: &samples, lending: take)
      }
    }

    /// Verifies that a frame belongs to this stream, and records its properties.
    private func check(_ frame: LibAVHandle.Frame) throws(CodecError) {
      if sampleRate == 0 { sampleRate = Double(frame.sampleRate) }
      if channelCount == 0 { channelCount = frame.channelCount }
      guard Double(frame.sampleRate) == sampleRate, frame.channelCount == channelCount,
        frame.channelCount > 0
      else { throw .badPacket }
      if frame.primingFrames > 0 { primingFrames = frame.primingFrames }
      if frame.speakers != order.speakers || order.sources.count != channelCount {
        order = (frame.speakers, codec.sources(frame))
      }
    }
  }
#endif
