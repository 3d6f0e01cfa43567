package import Foundation
import Glibc

/// A file that is written under another name beside its own, and gets its own when it is whole.
package struct OutputFile {
  package let path: String
  /// Where it is written.
  package let part: String

  package init(_ path: String) {
    self.path = path
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = ".\(parts.last ?? "").\(getpid()).part"
    part = (parts.dropLast().map(String.init) + [name]).joined(separator: "/")
  }

  /// Makes a folder, and those that it is in, where they are missing.
  package static func createFolder(_ path: String) throws(ToolFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ToolFailure("\(path): this folder cannot be made")
    }
  }

  /// Whether there is a file of that name.
  package var exists: Bool { access(path, F_OK) == 0 }

  /// Whether it is a file that is there under another name, or the same.
  package func isSame(as other: String) -> Bool {
    var (here, there) = (stat(), stat())
    return stat(path, &here) == 0 && stat(other, &there) == 0 && here.st_dev == there.st_dev
      && here.st_ino == there.st_ino
  }

  package var partURL: URL { URL(fileURLWithPath: part) }

  /// Puts the file in its place.
  package func keep() throws(ToolFailure) {
    guard rename(part, path) == 0 else {
      let reason = ToolFailure.systemText(errno)
      discard()
      throw ToolFailure("\(path): \(reason)")
    }
  }

  /// Takes away what has been written.
  package func discard() {
    unlink(part)
  }
}
