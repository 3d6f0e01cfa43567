#if LibAV
  import AudioModel
  import AudioProcessing

  /// Decodes Opus: by libavcodec's own decoder until a packet has speech, from then on by libopus.
  ///
  /// libavcodec's takes less than half the time, and for packets of the MDCT layer alone its samples are those of libopus.
  /// Speech (the LP layer) it brings to 48 kHz by a filter of its own, two to three frames late, which is at the edge of what
  /// the comparison in RFC 6716 (6.1) passes.
  final class OpusDecoder: PlanarPacketDecoder {
    private let music: LibAVDecoder
    private let speech: RankedDecoder
    private var isSpeech = false
    /// The packet before; its memory is used again.
    private var last: [UInt8] = []

    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      let own = try LibAVCodec(format, cookie)
      var reference = own
      reference.name = "libopus"
      music = LibAVDecoder(own, format)
      // A libavcodec without libopus leaves the other.
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

    /// Goes over to libopus, which hears the packet before first, so that the change makes no noise.
    private func beginSpeech() {
      isSpeech = true
      guard !last.isEmpty else { return }
      var unused: [Float] = []
      // It has been decoded once: what another decoder does not like of it is not the next packet's fault.
      try? speech.decode(last.span, into: &unused)
      last = []
    }

    /// Whether the LP layer is in a packet, alone or with the other.
    ///
    /// Source: RFC 6716, 3.1, table 2: configurations 0 to 15.
    private static func hasSpeech(_ packet: Span<UInt8>) -> Bool {
      !packet.isEmpty && packet[0] >> 3 < 16
    }
  }
#endif
