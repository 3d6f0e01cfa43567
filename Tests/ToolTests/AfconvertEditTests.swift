import Foundation
import TestSupport
import Testing

/// Parts, levels, fades and joins of `afconvert`, compared with the same edits of the samples.
@Suite struct AfconvertEditTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Tool.write(
      try FFmpeg.encode(["-f", "wav"], sampleRate: 44_100, channelCount: 1, seconds: 2),
      to: folder.url("a.wav"))
  }

  private func path(_ name: String) -> String { folder.url(name).path }

  /// The 16-bit samples of a file.
  private func samples(_ name: String) throws -> [Int16] {
    LittleEndian.int16(
      try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path(name), "-f", "s16le", "-"]))
  }

  private func edited(_ options: [String], _ inputs: [String] = ["a.wav"]) throws -> [Int16] {
    let run = try Programs.run(
      "afconvert", ["-d", "LEI16"] + options + inputs.map(path) + ["-o", path("b.wav")])
    #expect(run.ending == .exit(0), "\(run.errors)")
    return try samples("b.wav")
  }

  @Test(
    "--start and --end choose a part, to the frame", arguments: [(0.5, 1.25), (0, 1), (1.5, 9)])
  func part(start: Double, end: Double) throws {
    let all = try samples("a.wav")
    let expected = all[Int(start * 44_100)..<min(Int(end * 44_100), all.count)]
    #expect(try edited(["--start", "\(start)", "--end", "\(end)"]) == Array(expected))
    #expect(try edited(["--start", "\(start)"]) == Array(all[Int(start * 44_100)...]))
  }

  @Test("a part has its length at another sample rate, too")
  func resampled() throws {
    let run = try Programs.run(
      "afconvert",
      ["-d", "LEI16@48000", "--start", "0.5", "--end", "1.5", path("a.wav"), path("c.wav")])
    #expect(run.ending == .exit(0), "\(run.errors)")
    #expect(try samples("c.wav").count == 48_000)
  }

  @Test("--gain changes the level, and fades are straight lines")
  func levels() throws {
    let all = try samples("a.wav")
    let found = try edited(["--gain", "-6", "--fade-in", "0.5", "--fade-out", "0.25"])
    try #require(found.count == all.count)
    let factor = pow(10, -6.0 / 20)
    for (frame, sample) in found.enumerated() {
      let start = min(Double(frame) / 22_050, 1)
      let end = min(Double(all.count - frame) / 11_025, 1)
      guard abs(Double(all[frame]) * factor * start * end - Double(sample)) > 1 else { continue }
      Issue.record("frame \(frame) is \(sample)")
      break
    }
  }

  @Test("--join plays all inputs without a gap, also those of other formats")
  func joined() throws {
    let all = try samples("a.wav")
    let run = try Programs.run(
      "afconvert", ["-d", "alac", "-f", "caff", path("a.wav"), "-o", path("a.caf")])
    #expect(run.ending == .exit(0), "\(run.errors)")
    #expect(try edited(["--join"], ["a.wav", "a.caf", "a.wav"]) == all + all + all)
    let named = try Programs.run(
      "afconvert", ["--join", "-d", "LEI16", path("a.caf"), path("a.wav"), path("d.wav")])
    #expect(named.ending == .exit(0), "\(named.errors)")
    #expect(try samples("d.wav") == all + all)
  }

  @Test(
    "edits that contradict each other are refused",
    arguments: [
      (["--start", "2", "--end", "1"], "must be after the start"),
      (["--start", "1", "--offset", "5"], "use only one"),
      (["--join", "--start", "1"], "cannot be combined"),
      (["--join"], "needs two inputs and an output"),
      (["--join", "--output-folder", "."], "use only one"),
      (["--gain", "loud"], "must be a number"),
    ])
  func refusals(options: [String], reason: String) throws {
    let run = try Programs.run("afconvert", options + [path("a.wav"), path("e.wav")])
    #expect(run.ending == .exit(2) && run.errors.contains(reason), "\(run.errors)")
  }

  @Test("--join replaces a file only if -o names it, and warns of a truncated input")
  func replaced() throws {
    let run = try Programs.run(
      "afconvert", ["--join", path("a.wav"), path("a.wav"), path("a.wav")])
    #expect(run.ending == .exit(2) && run.errors.contains("exists; use -o to replace it"))
    let whole = try #require(FileManager.default.contents(atPath: path("a.wav")))
    try Tool.write(Array(whole.prefix(100_000)), to: folder.url("cut.wav"))
    let cut = try Programs.run(
      "afconvert", ["--join", path("a.wav"), path("cut.wav"), "-o", path("a.wav")])
    #expect(cut.ending == .exit(0) && cut.errors.contains("cut.wav: warning: "), "\(cut.errors)")
    #expect(try samples("a.wav").count > 88_200)
  }

  @Test("a start after the end of the input, or a missing input, is an error")
  func missing() throws {
    let late = try Programs.run("afconvert", ["--start", "3", path("a.wav"), path("e.wav")])
    #expect(late.ending == .exit(1) && late.errors.contains("--start 3.0: the input has only 2.0"))
    let run = try Programs.run(
      "afconvert", ["--join", path("a.wav"), path("none.wav"), path("e.wav")])
    #expect(run.ending == .exit(1) && run.errors.contains("none.wav, to be joined: "))
    #expect(!FileManager.default.fileExists(atPath: path("e.wav")))
  }
}
