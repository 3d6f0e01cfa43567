#if LibAV
  import Foundation
  import TestSupport
  import Testing

  /// `-l`: the channel layout.
  @Suite struct AfconvertChannelTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// A WAVE file of six constant channels, with L R C LFE Ls Rs in its header.
    private func source() throws -> String {
      let path = folder.url("a.wav").path
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc=0.125|0.25|0.375|0.5|0.625|0.75:c=5.1:s=48000:d=0.1", "-c:a", "pcm_s16le", path,
        ])
      return path
    }

    /// The first frame, in eighths.
    private func frame(_ path: String) throws -> [Int] {
      let bytes = try Tool.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s16le", "-"])
      return LittleEndian.int16(Array(bytes.prefix(12))).map { (Int($0) + 2048) / 4096 }
    }

    @Test(arguments: [
      // L R Ls Rs C LFE.
      (
        ["--channellayout", "kAudioChannelLayoutTag_MPEG_5_1_B"], [1, 2, 5, 6, 3, 4],
        "MPEG_5_1_B"
      ),
      (["-l", "0x7A0006"], [1, 2, 5, 6, 3, 4], "MPEG_5_1_B"),
      // The input's channels are declared as C L R Ls Rs LFE.
      (["-l", "MPEG_5_1_D", "-l", "MPEG_5_1_A"], [2, 3, 1, 6, 4, 5], "5.1 (L R C LFE Ls Rs)"),
      // No channel has an equivalent, so the numbers decide.
      (["-l", "Hexagonal"], [1, 2, 3, 4, 5, 6], "Hexagonal"),
      (["-l", "DiscreteInOrder"], [1, 2, 3, 4, 5, 6], "tag 0x00930006"),
      (["-l", "Stereo"], [1, 2, 1, 2, 1, 2], "Stereo (L R)"),
    ])
    func channelsFollowTheLayouts(_ options: [String], _ frame: [Int], _ layout: String) throws {
      let path = folder.url("b.caf").path
      let run = try Programs.run("afconvert", ["-d", "LEI16"] + options + [try source(), path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      #expect(try self.frame(path) == frame)
      let report = try Programs.run("afinfo", [path]).output
      #expect(report.contains("Channel layout: \(layout)\n"), "\(report)")
    }

    @Test func mixesToALayout() throws {
      let path = folder.url("b.caf").path
      let run = try Programs.run(
        "afconvert", ["-d", "LEF32", "--mix", "-l", "Mono", try source(), path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let mix = 0.125 * 0.7071 + 0.25 * 0.7071 + 0.375 + 0.625 * 0.5 + 0.75 * 0.5
      let bytes = try Tool.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "f32le", "-"])
      let samples = LittleEndian.float(bytes)
      #expect(abs(Double(samples[0]) - mix / (1.4142 + 1 + 1)) < 1e-3)
      #expect(samples.count == 4800)
    }

    /// AAC has its own channel order.
    @Test func encodersKeepTheirOrder() throws {
      let path = folder.url("b.m4a").path
      let source = try source()
      let run = try Programs.run("afconvert", ["-d", "aac", "-l", "MPEG_5_1_A", source, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      #expect(try Programs.run("afinfo", [path]).output.contains("5.1 (C L R Ls Rs LFE)"))
      let other = try Programs.run("afconvert", ["-d", "aac", "-l", "Hexagonal", source, path])
      #expect(other.ending == .exit(1))
      #expect(other.errors.contains("-l: the encoder does not support this layout"))
    }

    /// The command line states no layout.
    @Test func samplesKeepTheirLayout() throws {
      let (encoded, path) = (folder.url("b.m4a").path, folder.url("c.wav").path)
      for (input, output, options) in [
        (try source(), encoded, ["-d", "alac"]), (encoded, path, ["-d", "LEI16"]),
      ] {
        let run = try Programs.run("afconvert", options + [input, output])
        #expect(run.ending == .exit(0), "\(run.errors)")
      }
      // Apple Lossless stores the center first; WAVE does not.
      #expect(try Programs.run("afinfo", [encoded]).output.contains("5.1 (C L R Ls Rs LFE)"))
      #expect(try frame(path) == [1, 2, 3, 4, 5, 6])
      #expect(
        try Programs.run("afinfo", [path]).output.contains("Channel layout: bitmap 0x0000003F"))
    }

    @Test("two of six channels are left and right, in any order of the input")
    func stereoOfSurround() throws {
      let (source, encoded) = (try source(), folder.url("b.m4a").path)
      let run = try Programs.run("afconvert", ["-d", "alac", source, encoded])
      #expect(run.ending == .exit(0), "\(run.errors)")
      for (name, format) in [("c.wav", "LEI16"), ("c.m4a", "alac")] {
        for input in [source, encoded] {
          let path = folder.url(name).path
          let run = try Programs.run("afconvert", ["-d", format, "-c", "2", input, path])
          #expect(run.ending == .exit(0), "\(run.errors)")
          #expect(try frame(path).prefix(2) == [1, 2], "\(name), \(input)")
        }
      }
    }

    @Test func fewerEncodedChannelsAreMixedOrRefused() throws {
      let path = folder.url("b.m4a").path
      let source = try source()
      let options = ["-d", "alac", "-c", "4"]
      let refused = try Programs.run("afconvert", options + [source, path])
      #expect(refused.ending == .exit(1))
      #expect(
        refused.errors.contains("the codec does not support this channel layout"),
        "\(refused.errors)")
      let mixed = try Programs.run("afconvert", options + ["--mix", source, path])
      #expect(mixed.ending == .exit(0), "\(mixed.errors)")
      let bytes = try Tool.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s16le", "-"])
      // The output has left, right and center, but no surrounds: left and right receive them.
      let levels = LittleEndian.int16(Array(bytes.prefix(8))).map { Double($0) / 32768 }
      let scale = 1 / (1 + 0.7071)
      for (level, expected) in zip(
        levels, [0.125 + 0.625 * 0.7071, 0.25 + 0.75 * 0.7071, 0.375 / scale, 0].map { $0 * scale })
      {
        #expect(abs(level - expected) < 0.01, "\(levels)")
      }
    }

    @Test(arguments: [
      ["-l", "MPEG_5_1_Z"], ["-l", "65536"], ["-l", "Stereo", "-l", "Stereo", "-l", "Stereo"],
    ])
    func wrongLayoutsAreReported(_ options: [String]) throws {
      let run = try Programs.run("afconvert", options + ["a.wav", "b.caf"])
      #expect(run.ending == .exit(2))
      #expect(run.errors.hasPrefix("afconvert: -l"), "\(run.errors)")
    }

    @Test func aDifferentChannelCountIsReported() throws {
      let path = folder.url("b.caf").path
      let run = try Programs.run("afconvert", ["-l", "Stereo", "-c", "6", try source(), path])
      #expect(run.ending == .exit(1))
      #expect(run.errors.contains("-l Stereo: the layout has 2 channels, but the output has 6"))
    }

    /// Samples that are stored unchanged bypass the converter.
    @Test func thirtyTwoBitSamplesAreReadUnchanged() throws {
      let (first, second) = (folder.url("b.wav").path, folder.url("c.wav").path)
      for (input, output) in [(try source(), first), (first, second)] {
        let run = try Programs.run("afconvert", ["-d", "LEI32", input, output])
        #expect(run.ending == .exit(0), "\(run.errors)")
      }
      #expect(try frame(second) == [1, 2, 3, 4, 5, 6])
    }
  }
#endif
