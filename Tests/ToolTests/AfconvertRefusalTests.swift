#if LibAV
  import Foundation
  import TestSupport
  import Testing

  /// The errors of `afconvert` for unsupported values.
  @Suite struct AfconvertRefusalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
      (
        ["-f", "m4af", "-b", "128"],
        "-b 128: must be 16000 to 529200 for this sample rate and channel count"
      ),
      (
        ["-f", "m4af", "-b", "9999999"],
        "-b 9999999: must be 16000 to 529200 for this sample rate and channel count"
      ),
      (
        ["-f", "MPG3", "-b", "8000"],
        "-b 8000: must be 32000, 40000, 48000, 56000, 64000, 80000, "
          + "96000, 112000, 128000, 160000, 192000, 224000, 256000 or 320000 "
          + "for this sample rate and channel count"
      ),
      (
        ["-f", "m4af", "-d", "alac", "-b", "256000"],
        "-b: the data format has no choice of bit rates"
      ),
      (["-f", "flac", "-b", "256000"], "-b: the data format has no choice of bit rates"),
      (["-f", "WAVE", "-b", "256000"], "-b: the data format has no choice of bit rates"),
      (
        ["-f", "WAVE", "-d", "BEI16"],
        "'WAVE' files cannot hold 'lpcm' with 44100 Hz, 2 channels, 16-bit big-endian signed integer; "
          + "afconvert -hf lists the supported formats"
      ),
      (
        ["-f", "flac", "-d", "flac@48000.5"],
        "'flac' files cannot hold 'flac' with 48000.5 Hz, 2 channels, or no encoder produces that; "
          + "afconvert -hf lists the supported formats"
      ),
    ])
    func theErrorNamesTheValue(_ options: [String], _ reason: String) throws {
      let source = folder.url("a.wav").path
      try Tool.write(
        try FFmpeg.encode(["-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: 0.2),
        to: folder.url("a.wav"))
      let run = try Programs.run("afconvert", options + [source, "-o", folder.url("b").path])
      #expect(run.ending == .exit(1))
      #expect(run.errors == "afconvert: \(source): \(reason)\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url("").path) == ["a.wav"])
    }
  }
#endif
