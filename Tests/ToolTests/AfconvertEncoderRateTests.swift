#if LibAV && Soxr
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing
  import ToolSupport

  /// The rate of the output if the encoder does not support the rate of the source.
  @Suite struct AfconvertEncoderRateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ rate: Int) throws -> String {
      try Tool.write(
        try FFmpeg.encode(["-f", "wav"], sampleRate: rate, channelCount: 2, seconds: 0.2),
        to: folder.url("a.wav"))
      return folder.url("a.wav").path
    }

    @Test(arguments: [
      ("MPG3", 96_000, "48000"), ("MPG3", 37_800, "44100"), ("MPG3", 44_100, "44100"),
      ("m4af", 192_000, "96000"), ("m4af", 48_048, "48000"), ("ac-3", 96_000, "48000"),
      ("ac-3", 8000, "32000"),
    ])
    func theNearestRateIsUsed(_ type: String, _ rate: Int, _ taken: String) throws {
      let path = folder.url("b").path
      let run = try Programs.run("afconvert", ["-f", type, try source(rate), "-o", path])
      #expect(run.ending == .exit(0) && run.errors == "", "\(run.errors)")
      let probe = try Tool.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream=sample_rate", "-of", "csv=p=0", path])
      #expect(String(decoding: probe, as: UTF8.self).hasPrefix(taken))
    }

    @Test func aRequestedRateIsNotReplaced() throws {
      let run = try Programs.run(
        "afconvert",
        ["-f", "MPG3", "-d", ".mp3@96000", try source(44_100), folder.url("b.mp3").path])
      #expect(run.ending == .exit(1))
      #expect(
        run.errors.hasSuffix(
          "no encoder supports '.mp3' at 96000 Hz; the supported rates are "
            + "8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000\n"), "\(run.errors)")
    }

    /// Codecs with arbitrary rates keep the rate of the source; Opus always has the same rate.
    @Test(arguments: [("alac", 352_800.0), ("ulaw", 44_100.5), ("opus", 48_000), ("LEI16", 7)])
    func encodersForAnyRateKeepIt(_ name: String, _ rate: Double) throws {
      var source = AudioStreamBasicDescription()
      source.mSampleRate = name == "opus" ? 44_100 : rate
      source.mChannelsPerFrame = 2
      #expect(try DataFormatName(name).description(for: source).mSampleRate == rate)
    }
  }
#endif
