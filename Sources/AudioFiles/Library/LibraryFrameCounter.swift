#if LibAV
  internal import AudioCodecs
  internal import AudioModel

  /// Counts the frames of packets that do not state them, by decoding.
  ///
  /// Counts packets in order, once each. Use from one thread at a time.
  final class LibraryFrameCounter {
    private let format: StreamFormat
    private let decoder: any PacketDecoder
    /// Frames of the packets counted so far.
    private var counts: [UInt32] = []
    private var samples: [Float] = []
    private let magicCookie: [UInt8]

    /// Codecs whose packet length depends on their content.
    ///
    /// Their containers give only times, or no length at all.
    private static let codecs: Set<FourCC> = [
      .windowsMedia1, .windowsMedia2, .windowsMediaPro, .windowsMediaLossless,
      .windowsMediaVoice, .digitalTheater, .trueHD, .speex, .nellymoser, .cook, .sipro,
      .realLossless, .atrac3, .fibonacciDelta, .exponentialDelta, .soundBlaster4,
      .soundBlaster3, .soundBlaster2, .g726,
    ]

    /// Creates a counter if the codec needs one and can be decoded.
    ///
    /// - Parameters:
    ///   - format: The format of the packets.
    ///   - magicCookie: The codec's configuration.
    ///   - isUnstated: Whether neither the container nor the packets state the number of frames.
    init?(_ format: StreamFormat, magicCookie: [UInt8], isUnstated: Bool) {
      guard Self.codecs.contains(format.formatID) || isUnstated,
        let decoder = try? DecoderFactory.makeDecoder(format: format, magicCookie: magicCookie)
      else { return nil }
      self.format = format
      self.decoder = decoder
      self.magicCookie = magicCookie
    }

    /// Frames that the codec outputs before the recording, according to the first packet.
    func primingFrames(_ first: Span<UInt8>) -> Int {
      var samples: [Float] = []
      let decoder = try? DecoderFactory.makeDecoder(format: format, magicCookie: magicCookie)
      try? decoder?.decode(first, into: &samples)
      return decoder?.primingFrames ?? 0
    }

    /// Counts the frames of a packet.
    ///
    /// All earlier packets must have been counted.
    ///
    /// - Parameters:
    ///   - index: The index of the packet.
    ///   - packet: The bytes of the packet.
    ///   - isLast: Whether this is the last packet. If so, the decoder also outputs its buffered
    ///     frames.
    /// - Returns: The frames of the packet.
    func frameCount(of index: UInt64, _ packet: Span<UInt8>, isLast: Bool) -> UInt32 {
      if index < UInt64(counts.count) { return counts[Int(index)] }
      samples.removeAll(keepingCapacity: true)
      // A packet that cannot be decoded has no frames.
      try? decoder.decode(packet, into: &samples)
      if isLast { try? decoder.drain(into: &samples) }
      let count = UInt32(clamping: samples.count / max(format.channelCount, 1))
      counts.append(count)
      return count
    }
  }
#endif
