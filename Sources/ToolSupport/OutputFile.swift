package import Foundation
import Glibc

/// A file with a temporary name until it is complete.
///
/// A symbolic link remains, and its target is replaced. A device or pipe, which cannot be replaced,
/// receives the bytes after all have been written.
package struct OutputFile {
  package let path: String
  /// The path after resolving symbolic links, which may not exist.
  private let target: String
  /// Whether the output is a device or a pipe.
  private let takesBytes: Bool
  /// The temporary path.
  package let part: String

  /// Chooses the paths, without creating a file.
  ///
  /// - Throws: ``ToolFailure`` if a file with this path is impossible.
  package init(_ path: String) throws(ToolFailure) {
    self.path = path
    if try Self.isStream(path) {
      target = path
      takesBytes = true
      // An unpredictable name, because the folder is shared.
      let random = String(UInt64.random(in: 0 ... .max), radix: 16)
      part = NSTemporaryDirectory() + "/.\(random).\(getpid()).part"
      return
    }
    takesBytes = false
    target = try Self.target(of: path)
    part = Self.folder(of: target) + ".\(Self.mark(path)).\(getpid()).part"
  }

  /// Whether a path names a device or a pipe.
  ///
  /// - Throws: ``ToolFailure`` if it names something else that cannot hold audio.
  private static func isStream(_ path: String) throws(ToolFailure) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else {
        throw ToolFailure("\(path): \(ToolFailure.systemText(errno))")
      }
      return false
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return false
    case S_IFCHR, S_IFIFO: return true
    case S_IFDIR: throw ToolFailure("\(path): is a directory")
    default: throw ToolFailure("\(path): audio cannot be written to this kind of file")
    }
  }

  /// Follows symbolic links.
  private static func target(of path: String) throws(ToolFailure) -> String {
    var target = path
    // The same limit as the system's.
    for _ in 0...40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        return target
      }
      target = next.hasPrefix("/") ? next : folder(of: target) + next
    }
    throw ToolFailure("\(path): \(ToolFailure.systemText(ELOOP))")
  }

  /// The folder of a path, with the last slash; empty for a plain name.
  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  /// Sixteen digits for a path, because its name might be too long: the 64-bit FNV-1a hash.
  private static func mark(_ path: String) -> String {
    let hash = path.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Creates a folder and its missing parents.
  package static func createFolder(_ path: String) throws(ToolFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let cause = (error as? CocoaError)?.underlying as? POSIXError
      let reason = cause.map { ": \(ToolFailure.systemText($0.code.rawValue))" } ?? ""
      throw ToolFailure("\(path): the folder cannot be created\(reason)")
    }
  }

  /// Whether a file with this path exists.
  package var exists: Bool { access(path, F_OK) == 0 }

  /// Whether the path and another one name the same existing file.
  package func isSame(as other: String) -> Bool {
    var (here, there) = (stat(), stat())
    return stat(path, &here) == 0 && stat(other, &there) == 0 && here.st_dev == there.st_dev
      && here.st_ino == there.st_ino
  }

  package var partURL: URL { URL(fileURLWithPath: part) }

  /// Moves the file to its final path.
  package func keep() throws(ToolFailure) {
    guard !takesBytes else { return try pour() }
    guard rename(part, target) == 0 else {
      let reason = ToolFailure.systemText(errno)
      discard()
      throw ToolFailure("\(path): \(reason)")
    }
  }

  /// Moves the file to its final path, unless a file has appeared there.
  package func keepNew() throws(ToolFailure) {
    // Unlike a renamed file, a link never replaces a file.
    guard link(part, target) != 0 else { return discard() }
    let error = errno
    // Some file systems have no links.
    if [EPERM, EOPNOTSUPP, ENOSYS].contains(error), !exists { return try keep() }
    discard()
    throw ToolFailure("\(path): \(ToolFailure.systemText(error))")
  }

  /// Writes all bytes to the device or pipe.
  private func pour() throws(ToolFailure) {
    defer { discard() }
    // A missing reader counts as an ordinary failure.
    signal(SIGPIPE, SIG_IGN)
    let (source, sink) = (open(part, O_RDONLY | O_CLOEXEC), open(path, O_WRONLY | O_CLOEXEC))
    defer { for file in [source, sink] where file >= 0 { close(file) } }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count == 0 { return }
      var rest = buffer.prefix(max(count, 0))
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(sink, $0.baseAddress, $0.count) }
        guard written > 0 else { break }
        rest.removeFirst(written)
      }
      guard count > 0, rest.isEmpty else {
        throw ToolFailure("\(path): \(ToolFailure.systemText(errno))")
      }
    }
  }

  /// Removes the temporary file.
  package func discard() {
    unlink(part)
  }
}
