import TestSupport
import Testing

/// The uses of `afrecord` without recording.
@Suite struct AfrecordOptionTests {
  @Test(arguments: [
    ([], "no output file"), (["-x", "a.wav"], "-x: no such option"),
    (["a.wav", "b.wav"], "b.wav: only one output file is allowed"),
    (["-t", "0", "a.wav"], "-t 0: must be more than 0 and less than 1000000000 seconds"),
    (["-c", "99", "a.wav"], "-c 99: must be a whole number from 1 to 64"),
    (["-d"], "-d: needs FORMAT[@RATE]"),
    (["a.nothing"], "a.nothing: no writable file type has this extension; use -f"),
    (["--device", "nobody", "a.wav"], "--device nobody: no such device"),
    (
      ["-c", "2", "-l", "MPEG_5_1_A", "a.wav"],
      "-l MPEG_5_1_A: the layout has 6 channels, but the recording has 2"
    ),
    (["-l", "Nobody", "a.wav"], "-l Nobody: unknown channel layout"),
  ])
  func reportsWrongOptions(arguments: [String], reason: String) throws {
    let run = try Programs.run("afrecord", arguments)
    #expect(run.ending == .exit(2))
    #expect(run.errors == "afrecord: \(reason)\nusage: afrecord [option...] FILE\n")
  }

  @Test func printsItsUsage() throws {
    let run = try Programs.run("afrecord", ["--help"])
    #expect(run.ending == .exit(0) && run.output.hasPrefix("usage: afrecord [option...] FILE\n"))
  }

  @Test func reportsAMissingDevice() throws {
    let run = try Programs.run(
      "afrecord", ["--devices"], environment: ["OPENCOREAUDIO_DEVICE": "null"])
    #expect(run.ending == .exit(1) && run.output == "")
    #expect(run.errors == "afrecord: no sound devices found\n")
  }
}
