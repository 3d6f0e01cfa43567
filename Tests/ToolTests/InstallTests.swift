import Foundation
import TestSupport
import Testing

/// The files that `make install` installs and `make uninstall` removes.
@Suite struct InstallTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func script(_ arguments: [String]) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let process = try ChildProcess(
      root.appendingPathComponent("Scripts/install").path, arguments,
      environment: ["SOURCE_DATE_EPOCH": "1769817600"])
    process.wait()
    #expect(process.ending == .exit(0) && process.output == "" && process.errors == "")
  }

  /// The files in the folder.
  private var files: Set<String> {
    let names = FileManager.default.enumerator(atPath: folder.url("").path)?.compactMap {
      $0 as? String
    }
    return Set(names ?? []).filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.url(name).path)
      return attributes?[.type] as? FileAttributeType != .typeDirectory
    }
  }

  private static let installed = Set(
    Tools.names.flatMap { name in
      [
        "bin/\(name)", "share/man/man1/\(name).1", "share/bash-completion/completions/\(name)",
        "share/zsh/site-functions/_\(name)", "share/fish/vendor_completions.d/\(name).fish",
      ]
    } + ["bin/aftools", "share/man/man1/aftools.1"])

  @Test("the program is installed once, and removed without a trace")
  func installsAndRemoves() throws {
    try FileManager.default.createDirectory(
      at: folder.url("bin"), withIntermediateDirectories: true)
    try Tool.write([1], to: folder.url("bin/other"))
    // Earlier releases installed separate programs.
    try Tool.write([1], to: folder.url("bin/afplay"))
    try script([Programs.path("aftools"), folder.url("").path])
    #expect(files == Self.installed.union(["bin/other"]))
    for name in Tools.names {
      let link = folder.url("bin/\(name)").path
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "aftools")
      let process = try ChildProcess(link, ["--help"])
      process.wait()
      #expect(process.ending == .exit(0) && process.output.hasPrefix("usage: \(name) "))
    }
    let page = String(
      decoding: try Tool.read(folder.url("share/man/man1/afplay.1")), as: UTF8.self)
    #expect(page.contains(#" 1 "2026-01-31" "opencoreaudio "#))
    try script(["--remove", folder.url("").path])
    #expect(files == ["bin/other"])
  }
}
