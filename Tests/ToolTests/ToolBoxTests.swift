import Foundation
import TestSupport
import Testing
import ToolSupport

/// The program that contains all tools.
@Suite struct ToolBoxTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs the program through a link with another name.
  private func run(as name: String, _ arguments: [String]) throws -> ChildProcess {
    let link = folder.url(name)
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(fileURLWithPath: Programs.path("aftools")))
    let process = try ChildProcess(link.path, arguments)
    process.wait()
    return process
  }

  @Test("a link runs the tool of its name like the tool's own program", arguments: Tools.names)
  func link(name: String) throws {
    let (linked, own) = (
      try run(as: name, ["--nonsense"]), try Programs.run(name, ["--nonsense"])
    )
    #expect(linked.ending == .exit(2) && own.ending == .exit(2))
    #expect(linked.errors == own.errors && own.errors.hasPrefix("\(name): --nonsense: "))
  }

  @Test("a link passes all arguments on")
  func arguments() throws {
    let file = folder.url("a.wav")
    try Tool.write(BadFile.wave(promising: 16, holding: 16), to: file)
    let linked = try run(as: "afinfo", ["--json", file.path])
    #expect(linked.ending == .exit(0) && linked.output.contains(#""fileType": "WAVE""#))
    let argument = try Programs.run("aftools", ["afinfo", "--json", file.path])
    #expect(argument.ending == .exit(0) && argument.output == linked.output)
  }

  @Test("the first argument selects a tool for any link name")
  func otherLink() throws {
    let process = try run(as: "sounds", ["afplay", "--help"])
    #expect(process.ending == .exit(0) && process.output.hasPrefix("usage: afplay "))
  }

  @Test(
    "a missing tool and an unknown tool or option are refused with a list of all tools",
    arguments: [
      ([], ""), (["afsing", "a.wav"], "aftools: afsing: no such tool\n"),
      (["--nonsense"], "aftools: --nonsense: no such option\n"),
      (
        ["--generate", "man"],
        "aftools: --generate: needs man, bash, zsh or fish, and the name of a tool\n"
      ),
      (
        ["--generate", "tcsh", "afplay"],
        "aftools: --generate tcsh: must be man, bash, zsh or fish\n"
      ),
    ])
  func unknown(arguments: [String], reason: String) throws {
    let usage = "usage: aftools afplay|afinfo|afconvert|afrecord [argument...]\n"
    for name in ["aftools", "afsing"] {
      let process = try run(as: name, arguments)
      #expect(process.ending == .exit(2) && process.output == "")
      #expect(process.errors == reason + usage)
    }
  }

  @Test("the help names all tools")
  func help() throws {
    let process = try Programs.run("aftools", ["--help"])
    #expect(process.ending == .exit(0) && process.errors == "")
    for name in Tools.names { #expect(process.output.contains("\n    \(name) ")) }
  }
}
