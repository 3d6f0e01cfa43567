#if LibAV
  import Foundation
  import TestSupport
  import Testing

  /// `afconvert -s` with encoders that do not support all strategies.
  @Suite struct AfconvertStrategyTests {
    private let folder: TemporaryFolder
    private let source: String

    init() throws {
      folder = try TemporaryFolder()
      source = folder.url("a.wav").path
      try Tool.write(
        try FFmpeg.encode(["-f", "wav"], sampleRate: 48_000, channelCount: 2, seconds: 0.2),
        to: folder.url("a.wav"))
    }

    private func convert(_ codec: String, _ options: [String]) throws -> ChildProcess {
      try Programs.run(
        "afconvert", ["-f", "caff", "-d", codec] + options + [source, folder.url("b.caf").path])
    }

    @Test(arguments: [
      ("aac", [1, 1, 1, 1]), (".mp3", [0, 1, 1, 3]), ("opus", [0, 2, 2, 3]),
      ("ac-3", [0, 0, 0, 0]),
    ])
    func theNearestStrategyIsUsedAndReported(_ codec: String, _ taken: [Int]) throws {
      let name = codec == "aac" ? "aac " : codec
      for (wanted, taken) in taken.enumerated() {
        let run = try convert(codec, ["-s", "\(wanted)"])
        #expect(run.ending == .exit(0), "\(codec) \(wanted)")
        let note =
          "afconvert: -s \(wanted): the encoder of '\(name)' lacks this strategy"
          + " and uses the nearest, -s \(taken)\n"
        #expect(run.errors == (wanted == taken ? "" : note), "\(codec) \(wanted)")
      }
    }

    /// With the variable strategy, a quality alone selects the target of the nearest strategy.
    @Test func theQualityAppliesToTheNearestStrategy() throws {
      func byteCount(_ options: [String]) throws -> Int {
        #expect(try convert("aac", options).ending == .exit(0), "\(options)")
        return try Tool.read(folder.url("b.caf")).count
      }
      let (low, high) = (
        try byteCount(["-s", "3", "-q", "0"]), try byteCount(["-s", "3", "-q", "127"])
      )
      #expect(low < high)
      #expect(try byteCount(["-s", "3", "-u", "vbrq", "0"]) == low)
      #expect(try byteCount(["-s", "3", "-u", "vbrq", "127"]) == high)
    }

    @Test(arguments: ["alac", "flac"]) func anEncoderWithoutStrategiesReportsThat(_ codec: String)
      throws
    {
      let run = try convert(codec, ["-s", "3"])
      #expect(run.ending == .exit(0))
      #expect(run.errors == "afconvert: -s 3: the encoder of '\(codec)' has no strategies\n")
    }

    @Test func oneLineIsEnoughForManyFiles() throws {
      let other = folder.url("c.wav").path
      try FileManager.default.copyItem(atPath: source, toPath: other)
      let run = try Programs.run("afconvert", ["-f", "m4af", "-s", "2", source, other])
      #expect(run.ending == .exit(0))
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func samplesHaveNoStrategy() throws {
      let run = try convert("LEI16", ["-s", "2"])
      #expect(run.ending == .exit(1) && run.errors.contains("-s: the data format has no encoder"))
    }
  }
#endif
