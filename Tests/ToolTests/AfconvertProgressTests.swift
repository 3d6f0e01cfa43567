import Foundation
import TestSupport
import Testing

/// The progress display of `afconvert`.
@Suite struct AfconvertProgressTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.wav", "b.wav"] {
      try Tool.write(BadFile.wave(promising: 320_000, holding: 320_000), to: folder.url(name))
    }
  }

  private var arguments: [String] {
    ["-f", "AIFF", "--jobs", "1", folder.url("a.wav").path, folder.url("b.wav").path]
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func aTerminalShowsABar() throws {
    let command = ([Programs.path("afconvert")] + arguments).joined(separator: " ")
    let run = try ChildProcess(
      "script", ["-q", "-e", "-c", command, "/dev/null"], environment: ["TERM": "vt100"])
    #expect(run.wait() == .exit(0))
    let clear = "\r\u{1B}[K"
    let shown = run.output.components(separatedBy: clear).filter { !$0.isEmpty }
    // The first update of the first file, and the last one.
    let line = /\[(#*)( *)\] (\d+) %  (\d) of 2  (.*)/
    let bars = try shown.map { try #require(try line.wholeMatch(in: $0), "\($0)") }
    let counts = bars.map { String($0.4) }
    #expect(counts.first == "0" && counts.contains("1") && counts.sorted() == counts)
    for bar in bars {
      let percent = try #require(Int(bar.3))
      #expect(bar.1.count + bar.2.count == 24 && abs(bar.1.count * 100 / 24 - percent) <= 5)
    }
    #expect(bars[0].5.hasSuffix("a.wav"))
    // The display is erased at the end.
    #expect(run.output.hasSuffix(clear))
  }

  @Test func messagesInAFileHaveNoBar() throws {
    let run = try Programs.run("afconvert", arguments)
    #expect(run.ending == .exit(0) && run.errors == "" && run.output == "")
    for name in ["a.aif", "b.aif"] {
      #expect(try Tool.read(folder.url(name)).count > 320_000)
    }
  }
}
