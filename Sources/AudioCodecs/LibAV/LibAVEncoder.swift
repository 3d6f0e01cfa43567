#if LibAV
  import AudioModel

  /// Encodes by libavcodec: AAC, MP3 (by LAME), FLAC, Opus, AC-3, Enhanced AC-3.
  ///
  /// Channels come in the order in which ``LibAVDecoder`` and ``AACDecoder`` give them.
  final class LibAVEncoder: PacketEncoder {
    let format: StreamFormat
    let magicCookie: [UInt8]
    let primingFrames: Int
    let bitRate: Int
    private let request: LibAVEncoderHandle.Request
    private let sources: [Int32]
    private var handle: LibAVEncoderHandle
    private var sentFrames = 0

    init(_ format: StreamFormat, _ settings: EncoderSettings) throws(CodecError) {
      let choice = try LibAVEncoderChoice(format, settings)
      request = choice.request
      sources = choice.sources
      handle = try LibAVEncoderHandle(request)
      var complete = format
      complete.bytesPerPacket = 0
      complete.bytesPerFrame = 0
      complete.bitsPerChannel = 0
      complete.framesPerPacket = handle.framesPerPacket
      complete.formatFlags = choice.formatFlags
      guard complete.framesPerPacket > 0 else { throw .unsupportedFormat }
      self.format = complete
      magicCookie = choice.cookie(handle.configuration)
      primingFrames = handle.primingFrames
      bitRate = choice.hasBitRate ? handle.bitRate : 0
    }

    var maximumPacketSize: Int {
      switch format.formatID {
      // All samples as they are, with heads.
      case .flac: format.framesPerPacket * format.channelCount * 4 + 256
      // RFC 6716, 3.4: 1275 bytes of a frame.
      case .opus: 1275 * 3 + 7 * format.channelCount
      case .ac3: 3840
      case .enhancedAC3: 4096
      default: format.packetSizeUpperBound
      }
    }

    func encode(_ samples: Span<Float>, into packets: inout EncodedPackets) throws(CodecError) {
      let width = format.channelCount
      let frameCount = samples.count / width
      precondition(frameCount <= format.framesPerPacket, "one packet")
      guard frameCount > 0 else { return }
      if frameCount < format.framesPerPacket, format.formatID != .flac {
        // Silence fills the last packet.
        var filled: [Float] = []
        filled.reserveCapacity(format.framesPerPacket * width)
        for index in samples.indices { filled.append(samples[index]) }
        let missing = (format.framesPerPacket - frameCount) * width
        filled.append(contentsOf: repeatElement(0, count: missing))
        try handle.send(filled.span, sources: sources)
        sentFrames += format.framesPerPacket
      } else {
        try handle.send(samples, sources: sources)
        sentFrames += frameCount
      }
      try take(into: &packets)
    }

    func finish(after frameCount: Int, into packets: inout EncodedPackets) throws(CodecError) {
      // A decoder is behind by the priming: what it has to give last comes with frames behind the end.
      let silence = [Float](repeating: 0, count: format.framesPerPacket * format.channelCount)
      while format.formatID != .flac, sentFrames < frameCount + primingFrames {
        try handle.send(silence.span, sources: sources)
        sentFrames += format.framesPerPacket
        try take(into: &packets)
      }
      try handle.end()
      try take(into: &packets)
      handle = try LibAVEncoderHandle(request)
      sentFrames = 0
    }

    func reset() {
      guard sentFrames > 0, let fresh = try? LibAVEncoderHandle(request) else { return }
      handle = fresh
      sentFrames = 0
    }

    private func take(into packets: inout EncodedPackets) throws(CodecError) {
      while let packet = try handle.receive() {
        // Only lossless packets may be shorter than others.
        let frames =
          format.formatID == .flac && packet.frameCount > 0
          ? packet.frameCount : format.framesPerPacket
        if !packet.bytes.isEmpty { packets.append(packet.bytes, frameCount: frames) }
      }
    }
  }
#endif
