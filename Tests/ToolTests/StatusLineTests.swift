import Foundation
import TestSupport
import Testing
import ToolSupport

@Suite struct StatusLineTests {
  @Test(arguments: [
    ("abcdef", 7, "abcdef"), ("abcdef", 6, "abcde"), ("abcdef", 1, ""), ("", 80, ""),
    ("\u{65E5}\u{672C}ab", 6, "\u{65E5}\u{672C}a"), ("\u{65E5}\u{672C}", 4, "\u{65E5}"),
    ("e\u{301}e\u{301}e", 3, "e\u{301}e\u{301}"),
  ])
  func theLastColumnStaysFree(text: String, columnCount: Int, fitting: String) {
    #expect(StatusLine.fitting(text, columnCount: columnCount) == fitting)
  }

  /// No line of a program is wider than the terminal.
  @Test(
    .enabled(if: TerminalShell.isAvailable),
    arguments: [("afplay", "m ", 36), ("Player", "ll\u{1B}[Bl", 60), ("afrecord", "", 36)])
  func linesFitTheTerminal(program: String, keys: String, columnCount: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.url("a.wav")
    try Tool.write(BadFile.wave(promising: 320_000, holding: 320_000), to: file)
    let shell = try TerminalShell()
    _ = try shell.run("stty cols \(columnCount)")
    shell.type("\(Programs.path(program)) \(file.path)\n")
    var shown = try shell.waitFor("00:01")
    shell.type(keys)
    // A few more lines, with the changes by the keys.
    for _ in 0..<4 { shown += try shell.waitFor(#"\r\x1B\[K[^\r]+(?=\r)"#) }
    let lines = shown.components(separatedBy: "\r\u{1B}[K").dropFirst().map {
      $0.prefix { !$0.isNewline }
    }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.count < columnCount }, "\(lines)")
    #expect(lines.contains { $0.count == columnCount - 1 })
    shell.type("\u{3}")
    try shell.waitFor("ready> ")
  }
}
