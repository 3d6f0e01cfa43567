#if MPG123 && LibAV
  import AudioModel
  import TestSupport
  import Testing

  @testable import AudioCodecs
  @testable import AudioSyntax

  /// Every layer, rate, and mode: encoded frames, and random frames for modes without an encoder.
  struct MPEGAudioModesTests {
    struct Stream: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var layer: Int
      var sampleRate: Int
      var channelCount = 2
      var file: @Sendable () throws -> [UInt8]
    }

    /// Random Layer I: all rates of MPEG-1 and 2, and all modes with every intensity bound.
    static let layer1 = [32_000, 44_100, 48_000, 16_000, 22_050, 24_000].flatMap { rate in
      [0x00, 0x40, 0x50, 0x60, 0x70, 0x80, 0xC0].map { mode in
        Stream(
          testDescription: "layer 1, \(rate) Hz, mode \(mode >> 4)", layer: 1, sampleRate: rate,
          channelCount: mode == 0xC0 ? 1 : 2
        ) { LayerIFrames.make(sampleRate: rate, mode: UInt8(mode), count: 12) }
      }
    }

    /// Layer II by TwoLAME.
    static let layer2 = [32_000, 44_100, 48_000, 16_000, 22_050, 24_000].flatMap { rate in
      ["stereo", "joint_stereo", "dual_channel", "mono"].map { mode in
        Stream(
          testDescription: "layer 2, \(rate) Hz, \(mode)", layer: 2, sampleRate: rate,
          channelCount: mode == "mono" ? 1 : 2
        ) {
          try FFmpeg.encode(
            [
              "-c:a", "libtwolame", "-mode", mode, "-b:a", rate < 32_000 ? "32k" : "64k", "-f",
              "mp2",
            ],
            sampleRate: rate, channelCount: mode == "mono" ? 1 : 2, seconds: 0.3)
        }
      }
    }

    /// Layer III by LAME with intensity stereo, which no encoder makes.
    ///
    /// The header's bit is set, and the former right channel gives the positions. In MPEG-2, the
    /// bit also changes the coding of the scale factors.
    static let layer3 = [32_000, 44_100, 48_000].flatMap { rate in
      [UInt8(0x10), 0x30].map { mode in
        Stream(
          testDescription: "layer 3, \(rate) Hz, intensity \(mode >> 4)", layer: 3,
          sampleRate: rate
        ) {
          var file = try FFmpeg.encode(
            ["-c:a", "libmp3lame", "-b:a", "64k", "-write_xing", "0"]
              + ["-id3v2_version", "0", "-f", "mp3"],
            sampleRate: rate, channelCount: 2, seconds: 0.4)
          var start = 0
          while start + 4 <= file.count,
            let header = MPEGAudioHeader(Array(file[start..<start + 4]).span)
          {
            file[start + 3] = file[start + 3] & 0x0F | 0x40 | mode
            start += header.frameByteCount ?? file.count
          }
          return file
        }
      }
    }

    /// Layer III in modes without an encoder: independent channels, and intensity at every rate.
    ///
    /// Except mixed blocks with intensity in MPEG-2, which decoders treat differently.
    static let layer3OfChance = rates.flatMap { rate in
      modes.flatMap { mode in
        [false, true].filter { !$0 || rate >= 32_000 || mode & 0xD0 != 0x50 }.map { isMixed in
          Stream(
            testDescription:
              "layer 3 of chance, \(rate) Hz, mode \(mode >> 4)\(isMixed ? ", mixed blocks" : "")",
            layer: 3, sampleRate: rate, channelCount: mode == 0xC0 ? 1 : 2
          ) {
            LayerIIIFrames(sampleRate: rate, mode: mode, hasMixedBlocks: isMixed).make(count: 12)
          }
        }
      }
    }

    private static let rates = [
      32_000, 44_100, 48_000, 16_000, 22_050, 24_000, 8_000, 11_025, 12_000,
    ]
    /// Stereo; joint stereo without a tool, with intensity, with middle and side, or with both;
    /// dual channel; mono.
    private static let modes: [UInt8] = [0x00, 0x40, 0x50, 0x60, 0x70, 0x80, 0xC0]

    @Test("samples match FFmpeg's", arguments: layer1 + layer2 + layer3 + layer3OfChance)
    func same(_ stream: Stream) throws {
      let file = try stream.file()
      let packets = TestPackets.cut(file) {
        MPEGAudioHeader(Array($0.prefix(4)).span)?.frameByteCount
      }
      try #require(packets.joined().count == file.count)
      let format = StreamFormat.mpeg(stream.layer, stream.sampleRate, stream.channelCount)
      let samples = try decodeAll(packets, format: format)
      #expect(samples.count == packets.count * format.framesPerPacket * stream.channelCount)
      // The other decoder, for machines without the first one's library.
      let decoder = try LibAVDecoder(format, [])
      var others: [Float] = []
      for packet in packets { try decode(packet, by: decoder, into: &others) }
      let difference = SampleDifference(samples, reference: others)
      #expect(difference.missing == 0)
      #expect(difference.peak <= 1.0 / 32768)
      let isAudible = samples.contains { abs($0) > 0.001 }
      #expect(isAudible)
    }

    @Test("an invalid intensity position leaves the band unchanged", arguments: rates)
    func illegalPosition(_ rate: Int) throws {
      let frameCount = 6
      func decoded(_ mode: UInt8) throws -> (left: [Float], right: [Float]) {
        let file = LayerIIIFrames(sampleRate: rate, mode: mode, positions: .illegal)
          .make(count: frameCount)
        let packets = TestPackets.cut(file) {
          MPEGAudioHeader(Array($0.prefix(4)).span)?.frameByteCount
        }
        try #require(packets.count == frameCount)
        let samples = try decodeAll(packets, format: .mpeg(3, rate, 2))
        let frames = stride(from: 0, to: samples.count, by: 2)
        return (frames.map { samples[$0] }, frames.map { samples[$0 + 1] })
      }
      // The right channel is empty, so all bands have a position.
      let plain = try decoded(0x50)
      #expect(plain.left.contains { abs($0) > 0.001 } && plain.right.allSatisfy { $0 == 0 })
      // With middle and side, a middle-only sound has the same level in both channels.
      let both = try decoded(0x70)
      let middle = SampleDifference(
        both.left, reference: plain.left.map { $0 * Float(0.5).squareRoot() })
      #expect(middle.peak <= 1.0 / 32768 && both.left == both.right)
    }
  }

  /// Layer I frames with random bits, except the bits that control the decoding.
  ///
  /// Source: ISO/IEC 11172-3, 2.4.1.5 and 2.4.2.5.
  enum LayerIFrames {
    static func make(sampleRate: Int, mode: UInt8, count: Int) -> [UInt8] {
      let rates = [44_100, 48_000, 32_000]
      let isFull = sampleRate >= 32_000
      let index = rates.firstIndex(of: isFull ? sampleRate : sampleRate * 2) ?? 0
      // 384 or 192 kbit/s, without a checksum.
      let header: [UInt8] = [0xFF, isFull ? 0xFF : 0xF7, 0xC0 | UInt8(index << 2), mode]
      guard let size = MPEGAudioHeader(header.span)?.frameByteCount else { return [] }
      let channels = mode == 0xC0 ? 1 : 2
      let bound = mode & 0xC0 == 0x40 ? 4 * (Int(mode >> 4 & 3) + 1) : 32
      var random = SplitMix(state: UInt64(sampleRate) * 256 + UInt64(mode))
      return (0..<count).flatMap { _ in
        header + frame(size - 4, channels: channels, bound: bound, &random)
      }
    }

    private static func frame(
      _ byteCount: Int, channels: Int, bound: Int, _ random: inout SplitMix
    ) -> [UInt8] {
      var writer = BitWriter()
      var bitsLeft = byteCount * 8 - 4 * (bound * channels + 32 - bound)
      var allocations: [(bits: Int, channels: Int)] = []
      for band in 0..<32 {
        let sharing = band < bound ? 1 : channels
        for _ in 0..<(band < bound ? channels : 1) {
          let allocation = Int.random(in: 0...5, using: &random)
          let cost = allocation == 0 ? 0 : 6 * sharing + 12 * (allocation + 1)
          let isAffordable = cost <= bitsLeft
          bitsLeft -= isAffordable ? cost : 0
          let taken = isAffordable ? allocation : 0
          writer.append(taken, bits: 4)
          allocations.append((taken == 0 ? 0 : taken + 1, sharing))
        }
      }
      for allocation in allocations where allocation.bits > 0 {
        for _ in 0..<allocation.channels {
          // Scale factors of a tenth at most, so that the sum does not clip.
          writer.append(Int.random(in: 10...40, using: &random), bits: 6)
        }
      }
      for _ in 0..<12 {
        for allocation in allocations where allocation.bits > 0 {
          // All ones is not a valid sample.
          let most = (1 << allocation.bits) - 2
          writer.append(Int.random(in: 0...most, using: &random), bits: allocation.bits)
        }
      }
      var bytes = writer.bytes
      bytes += [UInt8](repeating: 0, count: max(0, byteCount - bytes.count))
      return bytes
    }
  }
#endif
