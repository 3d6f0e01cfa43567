#if LibAV
  import AudioContainers
  import AudioModel
  import TestSupport
  import Testing

  @testable import AudioCodecs

  /// Opus, Vorbis, FLAC, and AC-3 against ffmpeg's samples from the same file.
  struct LibAVDecoderTests {
    struct Stream: Sendable, CustomTestStringConvertible {
      var testDescription: String
      /// FFmpeg's options.
      var output: [String]
      var sampleRate = 48_000
      var channelCount = 2
      /// For each channel in Core Audio's order, its index in FFmpeg's order.
      var order = [0, 1]
      /// FFmpeg's options for decoding.
      var input: [String] = []
      /// Whether each sample must be the same.
      var isLossless = false

      func make() throws -> (file: [UInt8], audio: Audio) {
        let file = try FFmpeg.encode(output, sampleRate: sampleRate, channelCount: channelCount)
        return (file, try Audio(file))
      }

      /// The samples that FFmpeg decodes, in Core Audio's order.
      func reference(_ file: [UInt8]) throws -> [Float] {
        let samples = try FFmpeg.decodeFloat(file, input)
        guard channelCount > 2 else { return samples }
        return stride(from: 0, to: samples.count, by: channelCount).flatMap { start in
          order.map { samples[start + $0] }
        }
      }
    }

    /// The packets of a file.
    struct Audio {
      var info: ContainerInfo
      var packets: [[UInt8]] = []
      var frameCount = 0

      init(_ file: [UInt8]) throws {
        var reader = DetectingReader()
        var info: ContainerInfo?
        var found: [Packet] = []
        reading: while true {
          found.removeAll()
          let rest = file.span.extracting(Int(min(reader.position, UInt64(file.count)))...)
          let step = try reader.next(rest, isEnd: true, into: &found)
          frameCount += found.reduce(0) { $0 + Int($1.frameCount) }
          switch step {
          case .info(let new), .completed(let new): info = new
          case .gathered(let bytes):
            var rest = bytes[...]
            for packet in found {
              packets.append(Array(rest.prefix(Int(packet.byteCount))))
              rest = rest.dropFirst(Int(packet.byteCount))
            }
          case .packets:
            packets += found.map {
              Array(file[Int($0.offset)..<Int($0.offset) + Int($0.byteCount)])
            }
          case .table(let table):
            table.append(0..<table.count, to: &found)
            frameCount = Int(table.frameCount)
            packets = found.map {
              Array(file[Int($0.offset)..<Int($0.offset) + Int($0.byteCount)])
            }
          case .end: break reading
          case .constantPackets, .tags, .trim, .link, .needs: continue
          }
        }
        self.info = try #require(info)
      }
    }

    static let streams = [
      Stream(
        testDescription: "Vorbis", output: ["-c:a", "libvorbis", "-f", "ogg"], sampleRate: 44_100),
      Stream(
        testDescription: "Vorbis, mono", output: ["-c:a", "libvorbis", "-f", "ogg"],
        sampleRate: 22_050, channelCount: 1, order: [0]),
      Stream(
        testDescription: "Vorbis, 5.1", output: ["-c:a", "libvorbis", "-f", "ogg"],
        channelCount: 6, order: [0, 2, 1, 4, 5, 3]),
      Stream(testDescription: "Opus", output: ["-c:a", "libopus", "-f", "ogg"]),
      Stream(
        testDescription: "Opus, speech", output: ["-c:a", "libopus", "-b:a", "12k", "-f", "ogg"],
        channelCount: 1, order: [0],
        input: ["-c:a", "libopus", "-request_sample_fmt", "flt"]),
      Stream(
        testDescription: "Opus, 5.1", output: ["-c:a", "libopus", "-f", "ogg"], channelCount: 6,
        order: [0, 2, 1, 4, 5, 3]),
      Stream(
        testDescription: "Opus in MP4", output: ["-c:a", "libopus", "-f", "mp4"]),
      Stream(
        testDescription: "FLAC", output: ["-c:a", "flac", "-f", "flac"], sampleRate: 44_100,
        isLossless: true),
      Stream(
        testDescription: "FLAC, 24 bits",
        output: ["-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-f", "ogg"],
        sampleRate: 96_000, isLossless: true),
      Stream(
        testDescription: "FLAC, 5.1", output: ["-c:a", "flac", "-f", "flac"], channelCount: 6,
        order: [0, 1, 2, 3, 4, 5], isLossless: true),
      Stream(testDescription: "AC-3", output: ["-c:a", "ac3", "-f", "mp4"]),
      Stream(
        testDescription: "AC-3, 5.1", output: ["-c:a", "ac3", "-f", "mp4"], channelCount: 6,
        order: [0, 2, 1, 4, 5, 3]),
      Stream(testDescription: "E-AC-3", output: ["-c:a", "eac3", "-f", "mp4"]),
    ]

    @Test("samples match FFmpeg's", arguments: streams)
    func sameSamples(_ stream: Stream) throws {
      let (file, audio) = try stream.make()
      var reference = try stream.reference(file)
      let samples = try decodeAll(
        audio.packets, format: audio.info.format, cookie: audio.info.magicCookie)
      // FFmpeg 7 also writes the block of the first packet, which must be skipped.
      if audio.info.format.formatID == .vorbis { reference = reference.suffix(samples.count) }
      if stream.isLossless { #expect((samples == reference) == true) }
      let difference = SampleDifference(samples, reference: reference)
      #expect(difference.missing == 0)
      #expect(difference.signalToNoise >= 90)
      // The output has the packets' own lengths.
      #expect(samples.count == audio.frameCount * stream.channelCount)
    }

    @Test("no samples remain after a reset", arguments: streams)
    func reset(_ stream: Stream) throws {
      let audio = try stream.make().audio
      let decoder = try DecoderFactory.makeDecoder(
        format: audio.info.format, magicCookie: audio.info.magicCookie)
      var first: [Float] = []
      for packet in audio.packets { try decode(packet, by: decoder, into: &first) }
      decoder.reset()
      var second: [Float] = []
      for packet in audio.packets { try decode(packet, by: decoder, into: &second) }
      #expect((first == second) == true)
      try decoder.drain(into: &second)
      var third: [Float] = []
      for packet in audio.packets { try decode(packet, by: decoder, into: &third) }
      #expect((first == third) == true)
    }

    @Test(
      "wrong configurations are refused",
      arguments: [
        (.opus, 2, Array("OpusHead".utf8) + [1, 2]), (.opus, 6, []),
        (.vorbis, 2, []), (.vorbis, 2, [2, 0, 0]),
        (.flac, 2, []), (.flac, 2, [UInt8](repeating: 0, count: 50)),
      ] as [(FourCC, Int, [UInt8])])
    func wrongConfigurations(codec: FourCC, channels: Int, cookie: [UInt8]) {
      let format = StreamFormat(sampleRate: 48_000, formatID: codec, channelCount: channels)
      #expect(throws: CodecError.badConfiguration) {
        let decoder = try DecoderFactory.makeDecoder(format: format, magicCookie: cookie)
        var samples: [Float] = []
        try decode([1, 2, 3, 4], by: decoder, into: &samples)
      }
    }

    @Test("damaged packets give no samples or noise, and never trap", arguments: streams)
    func damaged(_ stream: Stream) throws {
      let audio = try stream.make().audio
      let decoder = try DecoderFactory.makeDecoder(
        format: audio.info.format, magicCookie: audio.info.magicCookie)
      var samples: [Float] = []
      for (index, packet) in audio.packets.enumerated() {
        var packet = packet
        packet[index * 7 % packet.count] ^= UInt8(index % 255 + 1)
        packet.removeLast(index % 3 == 0 ? packet.count / 2 : 0)
        do throws(CodecError) {
          try decode(packet, by: decoder, into: &samples)
        } catch {
          #expect(error == .badPacket)
        }
      }
      #expect(samples.count % stream.channelCount == 0)
    }
  }
#endif
