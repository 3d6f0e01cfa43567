#if MPG123
  import AudioModel

  /// Turns frames of MPEG-1, MPEG-2 and MPEG-2.5 audio, layers I to III, into Float32 by libmpg123.
  ///
  /// Each packet is one whole frame and gives exactly the frames of audio that its header states,
  /// whatever is inside: a layer III frame whose main data starts in a frame that never came gives
  /// what the library makes of it, which is silence. Nothing is trimmed and no `Xing` frame is taken
  /// for anything but audio.
  ///
  /// A packet that is no frame of this stream, or ends too soon, throws and gives nothing; what
  /// follows is decoded as after ``reset()``. Bytes behind a frame are ignored. Should the stream
  /// change between one and two channels, samples are doubled or averaged to ``channelCount``.
  final class MPEGAudioDecoder: PacketDecoder {
    private(set) var sampleRate: Double
    private(set) var channelCount: Int
    private let layer: Int
    private let fixedPacketByteCount: Int
    private var handle: Mpg123Handle?
    /// Bytes of a free-format frame without header and padding, as the library has been told.
    private var freeFormatByteCount: Int?
    private var frameSamples = [Float](repeating: 0, count: 1152 * 2)

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
        return try decodeFrame(packet, into: &samples)
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

    private func decodeFrame(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError)
    {
      do {
        let header = try checkedHeader(packet)
        let handle = try openHandle()
        try decode(packet, header, by: handle)
        if sampleRate == 0 { sampleRate = Double(header.sampleRate) }
        if channelCount == 0 { channelCount = header.channelCount }
        append(header, to: &samples)
      } catch {
        reset()
        throw error
      }
    }

    private func checkedHeader(_ packet: Span<UInt8>) throws(CodecError) -> MPEGAudioFrameHeader {
      guard let header = MPEGAudioFrameHeader(packet), header.layer == layer,
        sampleRate == 0 || sampleRate == Double(header.sampleRate),
        packet.count >= header.byteCount ?? 4 + header.paddingByteCount
      else { throw .badPacket }
      return header
    }

    private func openHandle() throws(CodecError) -> Mpg123Handle {
      if let handle { return handle }
      let opened = try Mpg123Handle()
      handle = opened
      return opened
    }

    /// Decodes one frame to the start of ``frameSamples``.
    private func decode(
      _ packet: Span<UInt8>, _ header: MPEGAudioFrameHeader, by handle: Mpg123Handle
    ) throws(CodecError) {
      if header.byteCount == nil {
        let size = packet.count - 4 - header.paddingByteCount
        if freeFormatByteCount != size {
          freeFormatByteCount = size
          handle.restart(freeFormatByteCount: size)
        }
      }
      let decoded = try handle.decode(
        packet.extracting(first: header.byteCount ?? packet.count), into: &frameSamples)
      guard decoded.sampleCount == header.frameCount * header.channelCount,
        decoded.channelCount == header.channelCount
      else { throw .badPacket }
    }

    /// Appends the frame that was decoded, with as many channels as the stream has.
    private func append(_ header: MPEGAudioFrameHeader, to samples: inout [Float]) {
      switch (header.channelCount, channelCount) {
      case (1, 2):
        for sample in frameSamples[..<header.frameCount] {
          samples.append(sample)
          samples.append(sample)
        }
      case (2, 1):
        for index in 0..<header.frameCount {
          samples.append((frameSamples[index * 2] + frameSamples[index * 2 + 1]) / 2)
        }
      default:
        samples.append(contentsOf: frameSamples[..<(header.frameCount * header.channelCount)])
      }
    }
  }
#endif
