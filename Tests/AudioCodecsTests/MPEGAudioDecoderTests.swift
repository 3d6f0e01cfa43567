#if MPG123
  import AudioModel
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioCodecs
  @testable import AudioSyntax

  struct MPEGAudioDecoderTests {
    struct Stream: Sendable, CustomTestStringConvertible {
      var layer: Int
      var sampleRate: Int
      var channelCount: Int
      var options: [String]

      var testDescription: String {
        "layer \(layer) \(sampleRate) Hz \(channelCount) ch \(options.joined(separator: " "))"
      }

      var format: StreamFormat { .mpeg(layer, sampleRate, channelCount) }

      func packets() throws -> (file: [UInt8], packets: [[UInt8]]) {
        let file = try FFmpeg.encode(
          options
            + (layer == 2
              ? ["-f", "mp2"] : ["-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"]),
          sampleRate: sampleRate, channelCount: channelCount)
        let packets = TestPackets.cut(file) {
          MPEGAudioHeader(Array($0.prefix(4)).span)?.frameByteCount
        }
        try #require(packets.joined().count == file.count)
        return (file, packets)
      }
    }

    static let streams: [Stream] = [
      Stream(layer: 3, sampleRate: 44100, channelCount: 2, options: ["-b:a", "128k"]),
      Stream(layer: 3, sampleRate: 48000, channelCount: 1, options: ["-q:a", "2"]),
      Stream(layer: 3, sampleRate: 32000, channelCount: 2, options: ["-q:a", "6"]),
      Stream(
        layer: 3, sampleRate: 44100, channelCount: 2,
        options: ["-b:a", "320k", "-joint_stereo", "0"]),
      Stream(layer: 3, sampleRate: 24000, channelCount: 2, options: ["-b:a", "64k"]),
      Stream(layer: 3, sampleRate: 22050, channelCount: 1, options: ["-b:a", "32k"]),
      Stream(layer: 3, sampleRate: 16000, channelCount: 2, options: ["-q:a", "4"]),
      Stream(layer: 3, sampleRate: 12000, channelCount: 2, options: ["-b:a", "32k"]),
      Stream(layer: 3, sampleRate: 11025, channelCount: 1, options: ["-b:a", "16k"]),
      Stream(layer: 3, sampleRate: 8000, channelCount: 1, options: ["-b:a", "8k"]),
      Stream(
        layer: 2, sampleRate: 44100, channelCount: 2, options: ["-c:a", "mp2", "-b:a", "192k"]),
      Stream(
        layer: 2, sampleRate: 48000, channelCount: 1, options: ["-c:a", "mp2", "-b:a", "64k"]),
      Stream(
        layer: 2, sampleRate: 22050, channelCount: 2, options: ["-c:a", "mp2", "-b:a", "64k"]),
    ]

    @Test("a packet with several frames gives the samples of all frames", arguments: streams)
    func decodesPacketsOfSeveralFrames(stream: Stream) throws {
      let (_, packets) = try stream.packets()
      let single = try DecoderFactory.makeDecoder(format: stream.format)
      let several = try DecoderFactory.makeDecoder(format: stream.format)
      var expected: [Float] = []
      for packet in packets.prefix(9) { try single.decode(packet.span, into: &expected) }
      var samples: [Float] = []
      for first in [0, 3, 6] {
        // Bytes after the frames are ignored.
        let packet = Array(packets[first..<first + 3].joined()) + [0xFF, 0xFB]
        try several.decode(packet.span, into: &samples)
      }
      #expect(samples == expected)
    }

    @Test("samples match FFmpeg's", arguments: streams)
    func sameSamplesAsFfmpeg(_ stream: Stream) throws {
      let (file, packets) = try stream.packets()
      let samples = try decodeAll(packets, format: stream.format)
      #expect(
        samples.count == packets.count * stream.format.framesPerPacket * stream.channelCount)
      let reference = try FFmpeg.decodeFloat(
        file, ["-c:a", stream.layer == 3 ? "mp3float" : "mp2float", "-f", "mp3"])
      let difference = SampleDifference(samples, reference: reference)
      #expect(difference.missing == 0)
      #expect(difference.peak <= 1.0 / 32768)
      #expect(difference.signalToNoise > 90)
    }

    @Test("each packet gives its frames immediately", arguments: streams)
    func eachPacketGivesItsFramesAtOnce(_ stream: Stream) throws {
      let packets = try stream.packets().packets
      let decoder = try DecoderFactory.makeDecoder(format: stream.format)
      for packet in packets {
        var samples: [Float] = []
        try decoder.decode(packet.span, into: &samples)
        #expect(samples.count == stream.format.framesPerPacket * stream.channelCount)
      }
      var rest: [Float] = []
      try decoder.drain(into: &rest)
      #expect(rest.isEmpty)
    }

    @Test("no samples remain after a reset")
    func noSamplesRemainAfterAReset() throws {
      let stream = Self.streams[0]
      let packets = try stream.packets().packets
      let decoder = try DecoderFactory.makeDecoder(format: stream.format)
      var first: [Float] = []
      for packet in packets { try decode(packet, by: decoder, into: &first) }
      decoder.reset()
      var second: [Float] = []
      for packet in packets { try decoder.decode(packet.span, into: &second) }
      #expect((first == second) == true)
    }

    @Test("a start in the middle is silent only while the reservoir fills", arguments: [1, 7, 20])
    func aStartInTheMiddleIsSilentOnlyWhileTheReservoirFills(_ start: Int) throws {
      let stream = Self.streams[0]
      let packets = try stream.packets().packets
      let whole = try decodeAll(packets, format: stream.format)
      let late = try decodeAll(Array(packets[start...]), format: stream.format)
      let frame = stream.format.framesPerPacket * stream.channelCount
      #expect(late.count == whole.count - start * frame)
      // ISO/IEC 11172-3, 2.4.2.7: main data starts at most 511 bytes back; the overlap and the
      // filter bank reach over one frame more.
      let settled = (511 / packets[1].count + 3) * frame
      let difference = SampleDifference(
        Array(late[settled...]), reference: Array(whole[(start * frame + settled)...]))
      #expect(difference.peak < 1e-6)
    }

    @Test("a broken packet does not shift later samples")
    func aBrokenPacketDoesNotShiftWhatFollows() throws {
      let stream = Self.streams[0]
      var packets = try stream.packets().packets
      let whole = try decodeAll(packets, format: stream.format)
      packets[5] = [1, 2, 3]
      packets[12] = Array(packets[12].dropLast(50))
      packets[13] = []
      packets[20] = [UInt8](repeating: 0xFF, count: 300)
      let decoder = try DecoderFactory.makeDecoder(format: stream.format)
      let frames = stream.format.framesPerPacket
      let (samples, bad) = decodeWithSilence(packets, by: decoder, frameCount: frames)
      #expect(bad == [5, 12, 13, 20])
      let settled = 25 * frames * stream.channelCount
      let difference = SampleDifference(
        Array(samples[settled...]), reference: Array(whole[settled...]))
      #expect(difference == SampleDifference([], reference: []) || difference.peak < 1e-6)
      #expect(samples.count == whole.count)
    }

    @Test("a packet of another stream is refused")
    func aPacketOfAnotherStreamIsRefused() throws {
      let packets = try Self.streams[0].packets().packets
      for other in [
        StreamFormat.mpeg(2, 44100, 2), .mpeg(3, 48000, 2), .mpeg(1, 44100, 2),
      ] {
        let decoder = try DecoderFactory.makeDecoder(format: other)
        var samples: [Float] = []
        #expect(throws: CodecError.badPacket) {
          try decode(packets[0], by: decoder, into: &samples)
        }
        #expect(samples.isEmpty)
      }
    }

    @Test("an unknown rate and channel count come from the first packet")
    func rateAndChannelsUnknownBeforeAreThoseOfTheFirstPacket() throws {
      let packets = try Self.streams[8].packets().packets
      let decoder = try DecoderFactory.makeDecoder(
        format: StreamFormat(sampleRate: 0, formatID: .mpegLayer3, channelCount: 0))
      var samples: [Float] = []
      try decode(packets[0], by: decoder, into: &samples)
      #expect(decoder.sampleRate == 11025)
      #expect(decoder.channelCount == 1)
    }

    @Test("mono packets in a stereo stream are doubled")
    func monoPacketsInAStereoStreamAreDoubled() throws {
      let packets = try Self.streams[1].packets().packets
      let mono = try decodeAll(packets, format: .mpeg(3, 48000, 1))
      let stereo = try decodeAll(packets, format: .mpeg(3, 48000, 2))
      #expect((stereo == mono.flatMap { [$0, $0] }) == true)
    }

    @Test("free-format streams are decoded")
    func freeFormat() throws {
      let folder = try TemporaryFolder()
      let wave = try FFmpeg.encode(["-f", "wav"], sampleRate: 44100, channelCount: 2)
      try Tool.write(wave, to: folder.url("in.wav"))
      _ = try Tool.run(
        "lame",
        [
          "--quiet", "--freeformat", "-b", "400", "-t", folder.url("in.wav").path,
          folder.url("free.mp3").path,
        ])
      _ = try Tool.run(
        "lame",
        ["--quiet", "--decode", "-t", folder.url("free.mp3").path, folder.url("out.raw").path])
      let file = try Tool.read(folder.url("free.mp3"))
      // 400 kbit/s at 44.1 kHz: ISO/IEC 11172-3, 2.4.3.1.
      let packets = TestPackets.cut(file) { bytes in
        guard let header = MPEGAudioHeader(Array(bytes.prefix(4)).span) else { return nil }
        #expect(header.frameByteCount == nil)
        return 144 * 400_000 / 44100 + header.paddingByteCount
      }
      try #require(packets.joined().count == file.count && packets.count > 30)
      let samples = try decodeAll(packets, format: .mpeg(3, 44100, 2))
      let expected = LittleEndian.int16(try Tool.read(folder.url("out.raw"))).map {
        Float($0) / 32768
      }
      // The program drops the decoder's delay of 529 frames, and does not pad the last frame.
      let offset = (samples.count - expected.count)
      #expect(offset >= 0)
      let best = [0, 528, 529, 1105, 1152, 1681].map { skip -> Float in
        let tail = Array(samples.dropFirst(skip * 2).prefix(expected.count))
        return SampleDifference(tail, reference: Array(expected.prefix(tail.count))).peak
      }
      // It rounds to 16 bits.
      #expect((best.min() ?? 1) <= 1.5 / 32768)
    }
  }
#endif
