#if LibAV && Soxr
  import Foundation
  import TestSupport
  import Testing

  /// Blocks encoded by several threads give the same bytes as a single thread.
  @Suite struct AfconvertBlocksTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private func samples(_ path: String, bits: Int = 16) throws -> [UInt8] {
      try Tool.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s\(bits)le", "-"])
    }

    /// Converts with one job and with three, and expects equal files.
    ///
    /// - Returns: The path of the output.
    private func convert(
      _ source: String, to type: String, _ options: [String] = [],
      ending: ChildProcess.Ending = .exit(0)
    ) throws -> String {
      var results: [Data?] = []
      for jobs in ["1", "3"] {
        let path = folder.url("\(jobs).\(type)").path
        let run = try Programs.run(
          "afconvert", ["--jobs", jobs, "-d", "alac"] + options + [source, path])
        #expect(run.ending == ending, "\(run.errors)")
        if ending != .exit(0) { #expect(run.errors.contains("is damaged, or unsupported")) }
        results.append(FileManager.default.contents(atPath: path))
      }
      let isSame = results[0] == results[1]
      #expect(isSame)
      return folder.url("3.\(type)").path
    }

    /// Lengths around the ends of packets and of blocks.
    ///
    /// A block has four packets of 4,096 frames.
    @Test(
      arguments: [1, 4095, 4096, 4097, 16_383, 16_384, 16_385, 20_480, 65_536, 200_001],
      ["m4a", "caf"])
    func allLengthsAreTheSame(_ frameCount: Int, _ type: String) throws {
      let bytes = try FFmpeg.encode(
        ["-af", "atrim=end_sample=\(frameCount)", "-c:a", "pcm_s24le", "-f", "wav"],
        sampleRate: 44_100, channelCount: 2, seconds: 5)
      let source = folder.url("a.wav").path
      try Tool.write(bytes, to: folder.url("a.wav"))
      let path = try convert(source, to: type)
      let expected = try samples(source, bits: 24)
      #expect(expected.count == frameCount * 6)
      #expect(try samples(path, bits: 24) == expected)
    }

    /// The inputs include damaged streams and codecs that cannot start at any packet.
    @Test(arguments: ["flac", "mp3", "m4a", "bad.flac", "no.flac", "cut.flac", "bad.mp3"])
    func allCodecsAreTheSame(_ kind: String) throws {
      let codec = kind.hasSuffix("flac") ? "flac" : kind.hasSuffix("mp3") ? "libmp3lame" : "aac"
      let container = ["libmp3lame": "mp3", "aac": "ipod"][codec] ?? codec
      var bytes = try FFmpeg.encode(
        ["-c:a", codec, "-f", container], sampleRate: 44_100, channelCount: 2, seconds: 3)
      if kind.hasPrefix("bad") {
        for position in stride(from: 20_000, to: bytes.count - 100, by: 40_000) {
          for index in position..<position + 60 { bytes[index] = UInt8(index & 0xFF) }
        }
      }
      if kind.hasPrefix("no") {
        for position in stride(from: 12_000, to: bytes.count - 100, by: 4000) {
          bytes[position] ^= 0xFF
        }
      }
      if kind.hasPrefix("cut") { bytes.removeLast(bytes.count / 3) }
      try Tool.write(bytes, to: folder.url("a.\(kind)"))
      // A stream without any decodable frame is an error, not silence.
      let path = try convert(
        folder.url("a.\(kind)").path, to: "m4a", ending: .exit(kind == "no.flac" ? 1 : 0))
      if kind == "flac" { #expect(try samples(path) == samples(folder.url("a.flac").path)) }
    }

    @Test func surroundChannelsAreTheSame() throws {
      let source = folder.url("a.wav").path
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc=0.125|0.25|0.375|0.5|0.625|0.75:c=5.1:s=48000:d=1", "-c:a", "pcm_s16le", source,
        ])
      let path = try convert(source, to: "m4a")
      #expect(try samples(path) == samples(source))
      _ = try convert(source, to: "caf", ["-c", "2", "--mix"])
    }

    #if Loudness
      @Test func theLoudnessIsMeasuredInOrder() throws {
        let bytes = try FFmpeg.encode(
          ["-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: 4)
        try Tool.write(bytes, to: folder.url("a.wav"))
        _ = try convert(folder.url("a.wav").path, to: "m4a", ["--soundcheck-generate"])
      }
    #endif
  }
#endif
