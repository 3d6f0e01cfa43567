#if LibAV
  import AudioContainers
  import AudioModel
  import AudioTransport
  import TestSupport
  import Testing

  @testable import AudioFiles

  /// Lengths that containers omit, or state wrongly.
  @Suite struct PacketLengthTests {
    struct Case: Sendable, CustomTestStringConvertible {
      var output: [String]
      var sampleRate = 44_100
      var channelCount = 2
      var testDescription: String { output.joined(separator: " ") }
    }

    static let cases =
      [
        Case(output: ["-c:a", "eac3", "-f", "matroska"]),
        Case(output: ["-c:a", "eac3", "-f", "mpegts"]),
        Case(output: ["-c:a", "alac", "-f", "matroska"]),
        Case(output: ["-c:a", "wavpack", "-f", "matroska"]),
        Case(output: ["-c:a", "wavpack", "-f", "matroska"], channelCount: 6),
        Case(output: ["-c:a", "tta", "-f", "matroska"]),
        Case(output: ["-c:a", "libmp3lame", "-f", "mpegts"]),
        Case(
          output: ["-c:a", "libspeex", "-frames_per_packet", "3", "-f", "flv"],
          sampleRate: 16_000, channelCount: 1),
      ]
      + ["2.5", "20", "60", "120"].flatMap { duration in
        ["mpegts", "caf"].map {
          Case(
            output: ["-c:a", "libopus", "-frame_duration", duration, "-f", $0], sampleRate: 48_000)
        }
      }

    @Test("the stated length equals the read length and FFmpeg's", arguments: cases)
    func readsAll(item: Case) throws {
      let bytes = try FFmpeg.encode(
        item.output, sampleRate: item.sampleRate, channelCount: item.channelCount, seconds: 1.7)
      let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      let reader = try FrameFileReader(file)
      try reader.setClientFormat(.interleavedFloats(like: reader.fileFormat))
      let decoded = try FFmpeg.decodeFloat(bytes, FFmpeg.decoderOptions(item.output))
      // FFmpeg 7.1 writes the delay of E-AC-3 into Matroska, but plays it.
      let priming = item.output.contains("eac3") ? Int(file.info.trim?.primingFrames ?? 0) : 0
      let expected = decoded.count / item.channelCount - priming
      #expect(try reader.frameCount() == Int64(expected))
      #expect(try reader.floats().count / item.channelCount == expected)
      #expect(reader.damagedPackets.isEmpty)
    }

    /// An encoder, a container, and a sample rate in hertz.
    static let cut = [
      ("libmp3lame", "avi", 44_100), ("aac", "avi", 44_100), ("ac3", "avi", 48_000),
      ("adpcm_ms", "avi", 44_100), ("libgsm_ms", "avi", 8000), ("libspeex", "avi", 16_000),
      ("wmav2", "avi", 44_100), ("g726", "avi", 8000), ("aac", "flv", 44_100),
      ("libmp3lame", "flv", 44_100), ("aac", "mpegts", 44_100), ("libmp3lame", "mpegts", 44_100),
      ("aac", "matroska", 44_100),
    ]

    @Test("a truncated last packet does not become silence", arguments: cut)
    func leavesOutThePacketThatIsCutOff(encoder: String, muxer: String, rate: Int) throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", encoder, "-f", muxer], sampleRate: rate, channelCount: rate < 44_100 ? 1 : 2,
        seconds: 2)
      for part in [0.61, 0.7003, 0.75] {
        let cut = Array(bytes.prefix(Int(Double(bytes.count) * part)))
        let file = try PacketFile(MemoryByteSource(cut), reader: DetectingReader())
        let reader = try FrameFileReader(file)
        let samples = try reader.floats()
        let channelCount = reader.clientFormat.channelCount
        #expect(samples.count / channelCount > 1000)
        #expect(try reader.frameCount() == Int64(samples.count / channelCount))
        #expect(reader.damagedPackets.isEmpty, "cut at \(part)")
        #expect(samples.suffix(200 * channelCount).contains { abs($0) > 1e-3 }, "cut at \(part)")
      }
    }

    @Test("MPEG-H in a transport stream is not read as MP3", arguments: [0x2D, 0x2E] as [UInt8])
    func refusesAnotherCodec(streamType: UInt8) throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "libmp3lame", "-f", "mpegts"], sampleRate: 44_100, channelCount: 2)
      _ = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      let changed = TransportStream.relabelled(bytes, streamType)
      #expect(changed != bytes)
      #expect(throws: PacketError.container(ContainerError(.unsupportedFormat, at: 0))) {
        _ = try PacketFile(MemoryByteSource(changed), reader: DetectingReader())
      }
    }
  }

  /// Changes of MPEG transport streams of one programme with one stream.
  private enum TransportStream {
    /// The same stream with another type in the tables of the programme.
    ///
    /// Source: ITU-T H.222.0, 2.4.3.2 and 2.4.4.9.
    static func relabelled(_ bytes: [UInt8], _ streamType: UInt8) -> [UInt8] {
      var bytes = bytes
      for start in stride(from: 0, to: bytes.count - 187, by: 188)
      where bytes[start + 1] & 0x40 != 0 {
        let payload = start + 4 + (bytes[start + 3] & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0)
        let section = payload + 1 + Int(bytes[payload])
        guard section + 16 < start + 188, bytes[payload] == 0, bytes[section] == 2 else { continue }
        func length(_ place: Int) -> Int { Int(bytes[place] & 15) << 8 | Int(bytes[place + 1]) }
        let end = section + 3 + length(section + 1) - 4
        bytes[section + 12 + length(section + 10)] = streamType
        let sum = checksum(bytes[section..<end])
        for index in 0..<4 {
          bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index))
        }
      }
      return bytes
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      bytes.reduce(0xFFFF_FFFF) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
          sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
        }
      }
    }
  }
#endif
