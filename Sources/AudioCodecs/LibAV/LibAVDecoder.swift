#if LibAV
  import AudioModel

  /// Turns packets into Float32 by libavcodec, whatever codec it is: Opus, Vorbis, FLAC, AC-3, AMR.
  ///
  /// Nothing is trimmed. A packet may give no samples, as the first of Vorbis does, and more samples may come with
  /// ``drain(into:)``.
  final class LibAVDecoder: PacketDecoder {
    private(set) var sampleRate: Double
    private(set) var channelCount: Int
    private let codec: LibAVCodec
    private var handle: LibAVHandle?

    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      codec = try LibAVCodec(format, cookie)
      sampleRate = format.sampleRate
      channelCount = format.channelCount
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      let handle: LibAVHandle
      if let opened = self.handle {
        handle = opened
      } else {
        handle = try LibAVHandle(
          codec: codec.name, configuration: codec.configuration,
          sampleRate: sampleRate < 1e9 ? Int(sampleRate) : 0, channelCount: channelCount)
        self.handle = handle
      }
      guard let frame = try handle.decode(packet) else { return }
      try take(frame, from: handle, into: &samples)
    }

    func drain(into samples: inout [Float]) throws(CodecError) {
      guard let handle else { return }
      // A decoder that has been drained takes no more packets.
      defer { self.handle = nil }
      while let frame = try handle.drain() { try take(frame, from: handle, into: &samples) }
    }

    /// Forgets all, by way of a new decoder.
    func reset() {
      handle = nil
    }

    private func take(
      _ frame: LibAVHandle.Frame, from handle: LibAVHandle, into samples: inout [Float]
    ) throws(CodecError) {
      if sampleRate == 0 { sampleRate = Double(frame.sampleRate) }
      if channelCount == 0 { channelCount = frame.channelCount }
      guard Double(frame.sampleRate) == sampleRate, frame.channelCount == channelCount,
        frame.channelCount > 0
      else { throw .badPacket }
      let start = samples.count
      samples.append(contentsOf: repeatElement(0, count: frame.frameCount * channelCount))
      var all = samples.mutableSpan
      var room = all._mutatingExtracting(start..<start + frame.frameCount * channelCount)
      handle.copy(frame, sources: codec.sources(frame), into: &room)
    }
  }
#endif
