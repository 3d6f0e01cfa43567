import Foundation
import TestSupport
import Testing
import ToolSupport

/// The destinations of `afconvert`.
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

  @Test func theLongestFileNameWorks() throws {
    for name in [
      String(repeating: "n", count: 251) + ".caf",
      String(repeating: "\u{FC}", count: 125) + "n.caf",
    ] {
      let run = try Programs.run("afconvert", [source, folder.url(name).path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      #expect(try names.contains(name))
    }
  }

  @Test func aNameThatIsTooLongIsReported() throws {
    let path = folder.url(String(repeating: "n", count: 252) + ".caf").path
    let run = try Programs.run("afconvert", [source, path])
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afconvert: \(source): \(path): file name too long\n")
    #expect(try names == ["a.wav"])
  }

  @Test func everyOutputHasItsOwnPartialFile() throws {
    let parts = try ["a.caf", "b.caf", "x/a.caf"].map { try OutputFile(folder.url($0).path).part }
    #expect(Set(parts).count == 3)
    for part in parts { #expect(part.hasSuffix(".\(getpid()).part")) }
  }

  /// A chain of links to an existing file, and a link to a missing file.
  @Test func aLinkIsKeptAndItsTargetIsWritten() throws {
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

  @Test func circularLinksAreReported() throws {
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

  @Test func aMissingSecondFileIsTheOutput() throws {
    let run = try Programs.run("afconvert", ["-f", "caff", source, folder.url("b.wav").path])
    #expect(run.ending == .exit(0), "\(run.errors)")
    #expect(try names == ["a.wav", "b.wav"])
    #expect(try Tool.read(folder.url("b.wav")).starts(with: Array("caff".utf8)))
    // The file exists by now.
    try FileManager.default.removeItem(at: folder.url("b.wav"))
    try FileManager.default.copyItem(at: folder.url("a.wav"), to: folder.url("b.wav"))
    let both = try Programs.run("afconvert", ["-f", "caff", source, folder.url("b.wav").path])
    #expect(both.ending == .exit(0), "\(both.errors)")
    #expect(try names == ["a.caf", "a.wav", "b.caf", "b.wav"])
  }

  /// Like the file that `mktemp` creates for a script.
  @Test func anEmptySecondFileIsTheOutput() throws {
    try Tool.write([], to: folder.url("b.tmp"))
    let run = try Programs.run("afconvert", ["-f", "WAVE", source, folder.url("b.tmp").path])
    #expect(run.ending == .exit(0), "\(run.errors)")
    #expect(try names == ["a.wav", "b.tmp"])
    #expect(try Tool.read(folder.url("b.tmp")).starts(with: Array("RIFF".utf8)))
  }

  @Test func twoFilesOfAFolderAreInputs() throws {
    let other = folder.url("b.wav").path
    let run = try Programs.run(
      "afconvert", ["-f", "caff", "--output-folder", folder.url("").path, source, other])
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afconvert: \(other): no such file or directory\n")
    #expect(try names == ["a.caf", "a.wav"])
  }

  @Test func anAmbiguousSecondInputIsReported() throws {
    let other = folder.url("b.mp3").path
    try Tool.write([1, 2, 3], to: folder.url("b.mp3"))
    let run = try Programs.run("afconvert", ["-f", "WAVE", source, other])
    #expect(run.ending == .exit(1))
    #expect(
      run.errors.contains(
        "afconvert: \(source): \(other) exists without an extension of the output's file type, "
          + "so it counts as an input; use -o to replace it\n"), "\(run.errors)")
    #expect(try Tool.read(folder.url("b.mp3")) == [1, 2, 3])
  }

  /// The pipe represents all special files: replacing a device would break the system.
  @Test func outputToAPipeWorks() throws {
    let (pipe, got, file) = (
      folder.url("pipe").path, folder.url("got").path, folder.url("b.wav").path
    )
    let tool = Programs.path("afconvert")
    _ = try Tool.run(
      "sh",
      [
        "-c", "mkfifo $1 && { cat $1 > $2 & $3 -f WAVE $4 $1 && $3 -f WAVE $4 $5 && wait; }", "sh",
        pipe, got, tool, source, file,
      ])
    #expect(try Tool.read(folder.url("got")) == Tool.read(folder.url("b.wav")))
    #expect(try names == ["a.wav", "b.wav", "got", "pipe"])
    #expect(try !OutputFile("/dev/null").part.hasPrefix("/dev/"))
  }

  @Test func aFolderIsNotAnOutput() throws {
    let path = folder.url("inner").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let run = try Programs.run("afconvert", ["-f", "caff", source, path])
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afconvert: \(source): \(path): is a directory\n")
  }
}
