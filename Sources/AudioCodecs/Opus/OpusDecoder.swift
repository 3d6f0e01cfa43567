#if LibAV
  import AudioModel
  import AudioProcessing

  /// Decodes Opus with libavcodec's decoder, and with libopus from the first speech packet on.
  ///
  /// libavcodec's decoder takes less than half the time. For packets with only the MDCT layer, its
  /// samples equal those of libopus. For speech (the LP layer), it resamples to 48 kHz with its own
  /// filter, which lags by two to three frames. That result barely passes the comparison in RFC
  /// 6716, 6.1.
  final class OpusDecoder: PlanarPacketDecoder {
    private let music: LibAVDecoder
    private let speech: RankedDecoder
    private var isSpeech = false
    /// The previous packet.
    ///
    /// Its memory is reused.
    private var last: [UInt8] = []

    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      let own = try LibAVCodec(format, cookie)
      var reference = own
      reference.name = "libopus"
      music = LibAVDecoder(own, format)
      // Without libopus in libavcodec, use the other decoder.
      speech = RankedDecoder([LibAVDecoder(reference, format), LibAVDecoder(own, format)])
    }

    private var current: any PacketDecoder { isSpeech ? speech : music }

    var sampleRate: Double { current.sampleRate }
    var channelCount: Int { current.channelCount }
    var primingFrames: Int { current.primingFrames }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      try decode(packet, into: &samples) { _, _ in 0 }
    }

    func decode(
      _ packet: Span<UInt8>, into samples: inout [Float],
      lending take: (any SampleInput, Int) -> Int
    ) throws(CodecError) {
      if !isSpeech, Self.hasSpeech(packet) { beginSpeech() }
      if isSpeech { return try speech.decode(packet, into: &samples) }
      try music.decode(packet, into: &samples, lending: take)
      last.removeAll(keepingCapacity: true)
      last.append(addingCapacity: packet.count) { room in
        for index in packet.indices { room.append(packet[index]) }
      }
    }

    func drain(into samples: inout [Float]) throws(CodecError) {
      try current.drain(into: &samples)
    }

    func reset() {
      music.reset()
      speech.reset()
      isSpeech = false
      last = []
    }

    /// Switches to libopus.
    ///
    /// It first decodes the previous packet, so that the transition is inaudible.
    private func beginSpeech() {
      isSpeech = true
      guard !last.isEmpty else { return }
      var unused: [Float] = []
      // This packet was already decoded, so an error does not concern the next one.
      try? speech.decode(last.span, into: &unused)
      last = []
    }

    /// Returns whether a packet contains the LP layer, alone or with the MDCT layer.
    ///
    /// Source: RFC 6716, 3.1, table 2: configurations 0 to 15.
    private static func hasSpeech(_ packet: Span<UInt8>) -> Bool {
      !packet.isEmpty && packet[0] >> 3 < 16
    }
  }
#endif
