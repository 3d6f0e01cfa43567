#if MPG123
  import AudioModel
  import AudioSyntax

  /// Decodes MPEG-1, MPEG-2, and MPEG-2.5 audio, layers I to III, to Float32 with libmpg123.
  ///
  /// Each packet is one or more whole frames. It yields exactly the audio frames that its headers
  /// state, regardless of its content. A Layer III frame may refer to main data in a missing frame.
  /// The library then outputs silence. The decoder does not trim frames, and treats a `Xing` frame
  /// as audio.
  ///
  /// A frame throws and yields no samples if it is not part of this stream or is truncated.
  /// Decoding then continues as after ``reset()``. Bytes after the last whole frame are ignored. If
  /// the stream changes between one and two channels, samples are duplicated or averaged to
  /// ``channelCount``.
  final class MPEGAudioDecoder: PacketDecoder {
    private(set) var sampleRate: Double
    private(set) var channelCount: Int
    private let layer: Int
    private let fixedPacketByteCount: Int
    private var handle: Mpg123Handle?
    /// Bytes of a free-format frame without header and padding, as configured in the library.
    private var freeFormatByteCount: Int?

    /// Samples of the longest frame.
    private static let mostSamples = 1152 * 2

    init(_ format: StreamFormat, layer: Int) throws(CodecError) {
      guard (0...2).contains(format.channelCount), format.sampleRate >= 0 else {
        throw .unsupportedFormat
      }
      self.layer = layer
      sampleRate = format.sampleRate
      channelCount = format.channelCount
      fixedPacketByteCount = format.bytesPerPacket
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      guard fixedPacketByteCount > 0, packet.count > fixedPacketByteCount else {
        return try decodeFrames(packet, into: &samples)
      }
      var start = 0
      while start < packet.count {
        let end = min(start + fixedPacketByteCount, packet.count)
        try decodeFrame(packet.extracting(start..<end), into: &samples)
        start = end
      }
    }

    func drain(into samples: inout [Float]) {}

    func reset() {
      handle?.restart(freeFormatByteCount: freeFormatByteCount)
    }

    /// Decodes the frames of a packet.
    ///
    /// Movies may have several frames per packet.
    private func decodeFrames(
      _ packet: Span<UInt8>, into samples: inout [Float]
    ) throws(CodecError) {
      try decodeFrame(packet, into: &samples)
      var start = 0
      while let byteCount = MPEGAudioHeader(packet.extracting(start...))?.frameByteCount,
        byteCount < packet.count - start
      {
        start += byteCount
        let rest = packet.extracting(start...)
        guard let header = MPEGAudioHeader(rest), header.layer == layer,
          Double(header.sampleRate) == sampleRate, header.frameByteCount ?? .max <= rest.count
        else { return }
        try decodeFrame(rest, into: &samples)
      }
    }

    private func decodeFrame(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError)
    {
      let start = samples.count
      do throws(CodecError) {
        let header = try checkedHeader(packet)
        let handle = try openHandle()
        try samples.append(addingCapacity: Self.mostSamples) { room throws(CodecError) in
          try decode(packet, header, by: handle, into: &room)
        }
        if sampleRate == 0 { sampleRate = Double(header.sampleRate) }
        if channelCount == 0 { channelCount = header.channelCount }
        if header.channelCount != channelCount { changeChannels(of: &samples, from: start) }
      } catch {
        samples.removeSubrange(start...)
        reset()
        throw error
      }
    }

    private func checkedHeader(_ packet: Span<UInt8>) throws(CodecError) -> MPEGAudioHeader {
      guard let header = MPEGAudioHeader(packet), header.layer == layer,
        sampleRate == 0 || sampleRate == Double(header.sampleRate),
        packet.count >= header.frameByteCount ?? 4 + header.paddingByteCount
      else { throw .badPacket }
      return header
    }

    private func openHandle() throws(CodecError) -> Mpg123Handle {
      if let handle { return handle }
      let opened = try Mpg123Handle()
      handle = opened
      return opened
    }

    /// Decodes one frame.
    private func decode(
      _ packet: Span<UInt8>, _ header: MPEGAudioHeader, by handle: Mpg123Handle,
      into samples: inout OutputSpan<Float>
    ) throws(CodecError) {
      if header.frameByteCount == nil {
        let size = packet.count - 4 - header.paddingByteCount
        if freeFormatByteCount != size {
          freeFormatByteCount = size
          handle.restart(freeFormatByteCount: size)
        }
      }
      let decoded = try handle.decode(
        packet.extracting(first: header.frameByteCount ?? packet.count), into: &samples)
      guard decoded.sampleCount == header.framesPerPacket * header.channelCount,
        decoded.channelCount == header.channelCount
      else { throw .badPacket }
    }

    /// Converts the frame from two channels to one, or from one to two.
    private func changeChannels(of samples: inout [Float], from start: Int) {
      let frame = samples[start...]
      samples.removeSubrange(start...)
      if channelCount == 2 {
        samples += frame.flatMap { [$0, $0] }
      } else {
        samples += stride(from: start, to: frame.endIndex, by: 2).map {
          (frame[$0] + frame[$0 + 1]) / 2
        }
      }
    }
  }
#endif
