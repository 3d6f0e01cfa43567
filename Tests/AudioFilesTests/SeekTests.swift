#if LibAV
  import AudioContainers
  import AudioModel
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioFiles

  /// Reading from any frame, against reading from the start.
  @Suite struct SeekTests {
    struct Case: Sendable, CustomTestStringConvertible {
      var output: [String]
      var sampleRate = 48_000
      var channelCount = 2
      var seconds = 3.0
      /// The largest difference of two samples.
      var tolerance: Float = 1e-6
      var testDescription: String { output.joined(separator: " ") }
    }

    static let cases = [
      Case(output: ["-c:a", "libopus", "-frame_duration", "2.5", "-f", "ogg"]),
      Case(output: ["-c:a", "libopus", "-frame_duration", "5", "-f", "matroska"]),
      Case(output: ["-c:a", "libopus", "-frame_duration", "20", "-f", "mpegts"]),
      Case(
        // A tone in a speech codec, whose memory never ends.
        output: ["-c:a", "libopus", "-b:a", "14k", "-application", "voip", "-f", "mp4"],
        channelCount: 1, tolerance: 0.05),
      Case(output: ["-c:a", "libvorbis", "-f", "ogg"]),
      Case(output: ["-c:a", "libmp3lame", "-f", "avi"], sampleRate: 44_100),
      Case(output: ["-c:a", "wmav2", "-b:a", "128k", "-f", "asf"], sampleRate: 44_100),
      Case(
        output: ["-c:a", "real_144", "-f", "rm"], sampleRate: 8000, channelCount: 1, seconds: 12),
      Case(
        output: ["-c:a", "libgsm_ms", "-f", "wav"], sampleRate: 8000, channelCount: 1, seconds: 12),
    ]

    /// Third-party files in codecs without a suitable encoder.
    static let recordings = [
      "audio-decode/packages/decode-wma/fixtures/stereo.wma",
      "audio-decode/packages/decode-wma/fixtures/mono.wma",
      // HE-AAC v2, AMR of both bands.
      "shaka-player/id3-metadata.ts", "mp4parser/isoparser/src/test/resources/MOV00006.3gp",
      "media3/mp4/bbb_mono_16kHz_23.05kbps_amrwb.3gp",
    ]

    private static let corpus = ProcessInfo.processInfo.environment["OCA_CORPUS"]

    @Test("a seek gives the same frames as a continuous read", arguments: cases)
    func seeks(item: Case) throws {
      try check(
        try FFmpeg.encode(
          item.output, sampleRate: item.sampleRate, channelCount: item.channelCount,
          seconds: item.seconds), tolerance: item.tolerance)
    }

    @Test(
      "a seek in a recording gives the same frames as a continuous read",
      .enabled(if: corpus != nil),
      arguments: recordings)
    func seeksInRecordings(path: String) throws {
      let url = URL(fileURLWithPath: (Self.corpus ?? "") + "/" + path)
      try check(try Tool.read(url), tolerance: 1e-6)
    }

    @Test("a seek is exact if frames begin in the previous packet")
    func seeksInAReservoir() throws {
      let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
      let url = tests.appendingPathComponent("Fixtures/library/reservoir.wma")
      try check(try Tool.read(url), tolerance: 1e-6)
    }

    private func check(_ bytes: [UInt8], tolerance: Float) throws {
      let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      let reader = try FrameFileReader(file)
      let channelCount = reader.clientFormat.channelCount
      let all = try reader.floats()
      let frameCount = all.count / channelCount
      #expect(frameCount > 10_000)
      #expect(try reader.frameCount() == Int64(frameCount))
      let middle = (1..<16).map { frameCount * $0 / 16 + 37 * $0 }
      for frame in middle + [frameCount - 3000, frameCount - 900, frameCount - 1, 1] {
        guard frame < frameCount else { continue }
        try reader.seek(to: Int64(frame))
        let end = min(frame + 2500, frameCount)
        let part = try reader.floats(end - frame)
        #expect(reader.position == Int64(end))
        let difference = zip(part, all[(frame * channelCount)...]).map { abs($0 - $1) }.max()
        #expect(part.count == (end - frame) * channelCount)
        #expect(difference ?? 0 <= tolerance, "from frame \(frame)")
      }
      #expect(reader.damagedPackets.isEmpty)
    }
  }
#endif
