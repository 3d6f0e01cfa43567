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

  /// Links that lead to each other, to a file that is there, and to one that is not.
  @Test func aLinkStaysAndItsTargetIsWritten() throws {
    let files = FileManager.default
    let inner = folder.url("inner")
    try files.createDirectory(at: inner, withIntermediateDirectories: true)
    try Tool.write([1, 2, 3], to: inner.appendingPathComponent("there.caf"))
    let links = [
      ("a.caf", "b.caf"), ("b.caf", inner.path + "/there.caf"), ("c.caf", "inner/new.caf"),
    ]
    for (link, target) in links {
      try files.createSymbolicLink(atPath: folder.url(link).path, withDestinationPath: target)
    }
    #expect(try OutputFile(folder.url("a.caf").path).part.hasPrefix(inner.path + "/."))
    for link in ["a.caf", "c.caf"] {
      let run = try Programs.run("afconvert", [source, folder.url(link).path])
      #expect(run.ending == .exit(0), "\(run.errors)")
    }
    for (link, target) in links {
      #expect(try files.destinationOfSymbolicLink(atPath: folder.url(link).path) == target)
    }
    #expect(try files.contentsOfDirectory(atPath: inner.path).sorted() == ["new.caf", "there.caf"])
    for name in ["new.caf", "there.caf"] {
      let bytes = try Tool.read(inner.appendingPathComponent(name))
      #expect(bytes.starts(with: Array("caff".utf8)))
    }
  }

  @Test func linksThatLeadNowhereAreTold() throws {
    for (link, target) in [("x.caf", "y.caf"), ("y.caf", "x.caf")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url(link).path, withDestinationPath: target)
    }
    let path = folder.url("x.caf").path
    let run = try Programs.run("afconvert", [source, path])
    #expect(run.ending == .exit(1))
    #expect(
      run.errors == "afconvert: \(source): \(path): too many levels of symbolic links\n")
  }
}
