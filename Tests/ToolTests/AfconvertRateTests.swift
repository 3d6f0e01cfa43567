#if Soxr
  import Foundation
  import TestSupport
  import Testing

  /// Rate conversion by `afconvert`.
  @Suite struct AfconvertRateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The samples of a source, and of its conversion to twice the rate.
    private func converted(_ options: [String]) throws -> (before: [Int16], after: [Int16]) {
      let bytes = try FFmpeg.encode(["-f", "s16le"], sampleRate: 8000, channelCount: 1)
      let source = folder.url("a.wav")
      try Tool.write(
        try FFmpeg.encode(["-f", "wav"], sampleRate: 8000, channelCount: 1), to: source)
      let path = folder.url("b.wav").path
      let run = try Programs.run(
        "afconvert", ["-d", "LEI16@16000"] + options + [source.path, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let samples = try Tool.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s16le", "-"])
      return (LittleEndian.int16(bytes), LittleEndian.int16(samples))
    }

    @Test func complexitiesSelectAlgorithms() throws {
      let all = try ["line", "norm", "bats", "minp"].map { name in
        try converted(["--src-complexity", name, "-r", "127"])
      }
      // A straight line keeps its samples, and each new sample is the mean of its neighbors.
      let (before, line) = all[0]
      #expect(line.count == 2 * before.count)
      for index in 1..<before.count - 1 {
        #expect(abs(Int(line[2 * index]) - Int(before[index])) <= 1)
        let middle = (Int(before[index]) + Int(before[index + 1])) / 2
        #expect(abs(Int(line[2 * index + 1]) - middle) <= 1)
      }
      // Each option gives a different result for the same sound.
      for first in all.indices {
        for second in all.indices where first < second {
          #expect(all[first].after != all[second].after, "\(first) and \(second)")
        }
      }
      let usual = try converted(["-r", "127"]).after
      #expect(usual == all[1].after)
    }

    @Test func anUnknownComplexityIsReported() throws {
      let run = try Programs.run(
        "afconvert", ["--src-complexity", "best", "-d", "LEI16@16000", "a.wav", "b.wav"])
      #expect(run.ending == .exit(2))
      #expect(run.errors.contains("--src-complexity best: must be line, norm, bats or minp"))
    }
  }
#endif
