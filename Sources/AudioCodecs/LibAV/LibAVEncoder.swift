#if LibAV
  import AudioModel

  /// Encodes with libavcodec: AAC, MP3 (LAME), FLAC, Opus, Vorbis, AC-3, and Enhanced AC-3.
  ///
  /// Channels are in the output order of ``LibAVDecoder`` and ``AACDecoder``.
  final class LibAVEncoder: PacketEncoder {
    let format: StreamFormat
    let magicCookie: [UInt8]
    let primingFrames: Int
    let bitRate: Int
    let channelLayout: ChannelLayout?
    /// Frames per call.
    ///
    /// If packets vary in length, a call accepts several of the library's portions.
    let framesPerCall: Int
    private let request: LibAVEncoderHandle.Request
    private let sources: [Int32]
    private var handle: LibAVEncoderHandle
    private var sentFrames = 0
    private var hasMadePacket = false

    /// Frames of the library's portions, if packets vary in length.
    private let framesPerPortion: Int

    init(_ format: StreamFormat, _ settings: EncoderSettings) throws(CodecError) {
      let choice = try LibAVEncoderChoice(format, settings)
      request = choice.request
      sources = choice.sources
      handle = try LibAVEncoderHandle(request)
      var complete = format
      complete.bytesPerPacket = 0
      complete.bytesPerFrame = 0
      complete.bitsPerChannel = 0
      guard handle.framesPerPacket > 0 else { throw .unsupportedFormat }
      let isVarying = format.formatID == .vorbis
      complete.framesPerPacket = isVarying ? 0 : handle.framesPerPacket
      framesPerPortion = handle.framesPerPacket
      framesPerCall = isVarying ? 16 * framesPerPortion : framesPerPortion
      complete.formatFlags = choice.formatFlags
      self.format = complete
      magicCookie = choice.cookie(handle.configuration)
      // The first packet of Vorbis yields no frames. The second starts with the first frame.
      primingFrames = isVarying ? 0 : handle.primingFrames
      bitRate = choice.bitRate(handle)
      channelLayout = choice.layout
    }

    var maximumPacketSize: Int {
      switch format.formatID {
      // All samples uncompressed, with headers.
      case .flac: format.framesPerPacket * format.channelCount * 4 + 256
      // RFC 6716, 3.4: up to three frames of 1275 bytes and overhead, per one or two channels.
      case .opus: (1275 * 3 + 7) * format.channelCount
      case .ac3: 3840
      case .enhancedAC3: 4096
      case .vorbis: 65_536
      default: format.packetSizeUpperBound
      }
    }

    func encode(_ samples: Span<Float>, into packets: inout EncodedPackets) throws(CodecError) {
      let width = format.channelCount
      let frameCount = samples.count / width
      precondition(
        frameCount <= framesPerCall,
        "a call accepts at most \(framesPerCall) frames, not \(frameCount)")
      guard frameCount > 0 else { return }
      if format.framesPerPacket == 0 {
        var start = 0
        while start < frameCount {
          let end = min(start + framesPerPortion, frameCount)
          try handle.send(samples.extracting(start * width..<end * width), sources: sources)
          sentFrames += end - start
          start = end
          // The library accepts at most one more portion while a packet is pending.
          try take(into: &packets)
        }
      } else if frameCount < format.framesPerPacket, format.formatID != .flac {
        // Silence fills the last packet.
        var filled: [Float] = []
        filled.reserveCapacity(format.framesPerPacket * width)
        for index in samples.indices { filled.append(samples[index]) }
        let missing = (format.framesPerPacket - frameCount) * width
        filled.append(zeros: missing)
        try handle.send(filled.span, sources: sources)
        sentFrames += format.framesPerPacket
      } else {
        try handle.send(samples, sources: sources)
        sentFrames += frameCount
      }
      try take(into: &packets)
    }

    func finish(after frameCount: Int, into packets: inout EncodedPackets) throws(CodecError) {
      // A decoder lags by the priming frames, so it needs silence after the end.
      let silence = [Float](repeating: 0, count: format.framesPerPacket * format.channelCount)
      while format.formatID != .flac, format.framesPerPacket > 0,
        sentFrames < frameCount + primingFrames
      {
        try handle.send(silence.span, sources: sources)
        sentFrames += format.framesPerPacket
        try take(into: &packets)
      }
      try handle.end()
      try take(into: &packets)
      handle = try LibAVEncoderHandle(request)
      sentFrames = 0
      hasMadePacket = false
    }

    func reset() {
      guard sentFrames > 0, let fresh = try? LibAVEncoderHandle(request) else { return }
      handle = fresh
      sentFrames = 0
      hasMadePacket = false
    }

    /// Returns the frames of a packet, given the library's number.
    private func frameCount(_ reported: Int) -> Int {
      switch format.formatID {
      // Only lossless packets may be shorter than others.
      case .flac where reported > 0: reported
      // The first packet has no predecessor to overlap with (*Vorbis I*, 4.3.8).
      case .vorbis: hasMadePacket ? reported : 0
      default: format.framesPerPacket
      }
    }

    private func take(into packets: inout EncodedPackets) throws(CodecError) {
      while let packet = try handle.receive() {
        guard !packet.bytes.isEmpty else { continue }
        packets.append(packet.bytes, frameCount: frameCount(packet.frameCount))
        hasMadePacket = true
      }
    }
  }
#endif
