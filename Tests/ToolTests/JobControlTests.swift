import Foundation
import TestSupport
import Testing

/// Players as jobs of a shell in a terminal.
@Suite(.enabled(if: TerminalShell.isAvailable)) struct JobControlTests {
  private let folder: TemporaryFolder
  private let shell: TerminalShell

  init() throws {
    folder = try TemporaryFolder()
    shell = try TerminalShell()
  }

  /// The command that plays silence of the given duration.
  private func command(_ program: String, seconds: Int) throws -> String {
    let count = 32_000 * seconds
    try Tool.write(
      BadFile.wave(promising: UInt32(count), holding: count), to: folder.url("a.wav"))
    return "\(Programs.path(program)) \(folder.url("a.wav").path)"
  }

  @Test(arguments: ["afplay", "Player"])
  func aBackgroundJobLeavesTheTerminalAlone(program: String) throws {
    let command = try command(program, seconds: 1)
    let shown = try shell.run("\(command) & wait $!")
    #expect(shown.hasSuffix("ended 0\r\n"))
    #expect(!shown.contains("\u{1B}"))
  }

  @Test(arguments: ["afplay", "Player"])
  func keysWorkAgainInTheForeground(program: String) throws {
    shell.type("\(try command(program, seconds: 600))\n")
    try shell.waitFor("00:01")
    shell.type("\u{1A}")
    try shell.waitFor("Stopped")
    var modes = try shell.run("stty -a")
    #expect(modes.contains(" icanon") && modes.contains(" echo "))
    // The shell echoes its input, but the player turns the echo off.
    shell.type("fg\n")
    try shell.waitFor(#"00:\d\d"#)
    shell.type("\u{1B}[B")
    try shell.waitFor("volume 9[05]%")
    shell.type("\u{1A}")
    try shell.waitFor("Stopped")
    #expect(try shell.run("bg").hasSuffix("ended 0\r\n"))
    modes = try shell.run("stty -a")
    #expect(modes.contains(" icanon") && modes.contains(" echo "))
    #expect(!modes.contains("\u{1B}"))
    shell.type("fg\n")
    try shell.waitFor(#"00:\d\d"#)
    shell.type("q")
    try shell.waitFor("ready> ")
    modes = try shell.run("stty -a")
    #expect(modes.contains(" icanon") && modes.contains(" echo "))
  }

  @Test func aLoopEndsAtCtrlC() throws {
    let loop = "for i in 1 2 3; do \(try command("afplay", seconds: 600)); done; echo o''ver"
    shell.type("bash -c \"\(loop)\"\n")
    try shell.waitFor("00:01")
    shell.type("\u{3}")
    #expect(try !shell.waitFor("ready> ").contains("over"))
    #expect(try shell.run("stty -a").contains(" icanon"))
  }

  @Test(arguments: ["afplay", "Player"])
  func ctrlCRestoresTheTerminal(program: String) throws {
    shell.type("\(try command(program, seconds: 600))\n")
    try shell.waitFor("00:01")
    shell.type("\u{3}")
    try shell.waitFor("ready> ")
    #expect(try shell.run("(exit $?)").hasSuffix("ended 130\r\n"))
    let modes = try shell.run("stty -a")
    #expect(modes.contains(" icanon") && modes.contains(" echo "))
  }
}
