import Foundation
import TestSupport
import Testing
import ToolSupport

/// Where `afconvert` writes.
@Suite struct AfconvertOutputTests {
  private let folder: TemporaryFolder
  private let source: String

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url("a.wav").path
    try Tool.write(BadFile.wave(promising: 64, holding: 64), to: folder.url("a.wav"))
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url("").path).sorted() }
  }

  @Test func aNameIsAsLongAsAFileMayHave() throws {
    for name in [
      String(repeating: "n", count: 251) + ".caf",
      String(repeating: "\u{FC}", count: 125) + "n.caf",
    ] {
      let run = try Programs.run("afconvert", [source, folder.url(name).path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      #expect(try names.contains(name))
    }
  }

  @Test func aNameThatIsTooLongIsTold() throws {
    let path = folder.url(String(repeating: "n", count: 252) + ".caf").path
    let run = try Programs.run("afconvert", [source, path])
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afconvert: \(source): \(path): file name too long\n")
    #expect(try names == ["a.wav"])
  }

  @Test func everyOutputHasAPartOfItsOwn() throws {
    let parts = try ["a.caf", "b.caf", "x/a.caf"].map { try OutputFile(folder.url($0).path).part }
    #expect(Set(parts).count == 3)
    for part in parts { #expect(part.hasSuffix(".\(getpid()).part")) }
  }
}
