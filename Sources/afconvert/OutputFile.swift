import Foundation
import Glibc
import ToolSupport

/// A file that is written under another name beside its own, and gets its own when it is whole.
struct OutputFile {
  let path: String
  /// Where it is written.
  let part: String

  init(_ path: String) {
    self.path = path
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = ".\(parts.last ?? "").\(getpid()).part"
    part = (parts.dropLast().map(String.init) + [name]).joined(separator: "/")
  }

  /// Whether there is a file of that name.
  var exists: Bool { access(path, F_OK) == 0 }

  var partURL: URL { URL(fileURLWithPath: part) }

  /// Puts the file in its place.
  func keep() throws(ToolFailure) {
    guard rename(part, path) == 0 else {
      let reason = ToolFailure.systemText(errno)
      discard()
      throw ToolFailure("\(path): \(reason)")
    }
  }

  /// Takes away what has been written.
  func discard() {
    unlink(part)
  }
}
