#if LibAV
  import AudioModel
  import TestSupport
  import Testing

  @testable import AudioCodecs

  struct OpusDecoderTests {
    private static let opus = StreamFormat(
      sampleRate: 48_000, formatID: .opus, channelCount: 1)

    private static func make(_ options: [String]) throws -> (file: [UInt8], packets: [[UInt8]]) {
      let file = try FFmpeg.encode(
        ["-c:a", "libopus"] + options + ["-f", "caf"], sampleRate: 48_000, channelCount: 1)
      return (file, TestPackets.caf(file).packets)
    }

    /// The LP layer at 16 kHz, and both layers.
    private static let speech = ["-application", "voip", "-b:a", "16k"]
    private static let mixed = ["-application", "voip", "-b:a", "32k"]
    private static let music = ["-application", "lowdelay", "-b:a", "96k"]

    private func configurations(_ packets: [[UInt8]]) -> Set<Int> {
      Set(packets.compactMap { $0.first.map { Int($0 >> 3) } })
    }

    @Test("speech is what libopus makes of it", arguments: [Self.speech, Self.mixed])
    func speechIsLibopus(_ options: [String]) throws {
      let made = try Self.make(options)
      #expect(configurations(made.packets).allSatisfy { $0 < 16 })
      let decoded = try decodeAll(made.packets, format: Self.opus)
      let reference = try FFmpeg.decodeFloat(
        made.file, ["-c:a", "libopus", "-request_sample_fmt", "flt"])
      #expect(SampleDifference(decoded, reference: reference).peak == 0)
      #expect(decoded.count == reference.count)
    }

    @Test func musicIsTheSameByBoth() throws {
      let made = try Self.make(Self.music)
      #expect(configurations(made.packets).allSatisfy { $0 >= 16 })
      let decoded = try decodeAll(made.packets, format: Self.opus)
      for (library, leastSignalToNoise) in [("opus", Double.infinity), ("libopus", 90)] {
        let reference = try FFmpeg.decodeFloat(
          made.file, ["-c:a", library, "-request_sample_fmt", "flt"])
        let difference = SampleDifference(decoded, reference: reference)
        #expect(difference.signalToNoise >= leastSignalToNoise, "\(library)")
        #expect(difference.missing == 0)
      }
    }

    @Test(
      "speech after music sounds as if libopus had decoded both",
      arguments: [Self.speech, Self.mixed])
    func changes(_ options: [String]) throws {
      let music = try Self.make(Self.music).packets
      let packets = music + (try Self.make(options).packets)
      let decoded = try decodeAll(packets, format: Self.opus)
      var codec = try LibAVCodec(Self.opus, [])
      codec.name = "libopus"
      let reference = LibAVDecoder(codec, Self.opus)
      var expected: [Float] = []
      for packet in packets { try decode(packet, by: reference, into: &expected) }
      let difference = SampleDifference(decoded, reference: expected)
      #expect(difference.missing == 0)
      #expect(difference.signalToNoise >= 75, "\(difference.signalToNoise)")
    }

    @Test func beginsAgainAfterReset() throws {
      let packets = try Self.make(Self.music).packets + Self.make(Self.speech).packets
      let decoder = try OpusDecoder(Self.opus, [])
      let (first, second) = try decodeTwice(packets, by: decoder)
      let isSame = first == second
      #expect(isSame && !first.isEmpty)
    }
  }
#endif
