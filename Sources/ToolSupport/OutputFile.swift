package import Foundation
import Glibc

/// A file that is written under another name beside its own, and gets its own when it is whole.
///
/// A symbolic link stays: what it leads to is written. A device or a pipe, which cannot be replaced, takes the bytes when all are there.
package struct OutputFile {
  package let path: String
  /// The file behind the symbolic links that its name may be, there or not.
  private let target: String
  /// Whether it is a device or a pipe.
  private let takesBytes: Bool
  /// Where it is written.
  package let part: String

  /// Chooses the names; nothing is made yet.
  ///
  /// - Throws: ``ToolFailure`` where there can be no file of that name.
  package init(_ path: String) throws(ToolFailure) {
    self.path = path
    if try Self.isStream(path) {
      target = path
      takesBytes = true
      // A name that nobody else can have foreseen, since the folder is everybody's.
      let random = String(UInt64.random(in: 0 ... .max), radix: 16)
      part = NSTemporaryDirectory() + "/.\(random).\(getpid()).part"
      return
    }
    takesBytes = false
    target = try Self.target(of: path)
    part = Self.folder(of: target) + ".\(Self.mark(path)).\(getpid()).part"
  }

  /// Whether there is a device or a pipe of a name.
  ///
  /// - Throws: ``ToolFailure`` where something has the name that is not for audio.
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
    default: throw ToolFailure("\(path): not a file that audio can be written to")
    }
  }

  /// Follows symbolic links.
  private static func target(of path: String) throws(ToolFailure) -> String {
    var target = path
    // As many as the system follows.
    for _ in 0...40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        return target
      }
      target = next.hasPrefix("/") ? next : folder(of: target) + next
    }
    throw ToolFailure("\(path): \(ToolFailure.systemText(ELOOP))")
  }

  /// The start of a path, with its last slash; empty where there is none.
  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  /// Sixteen digits for a path, since its own name might leave no room: its hash, FNV-1a of 64 bits.
  private static func mark(_ path: String) -> String {
    let hash = path.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
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
    guard !takesBytes else { return try pour() }
    guard rename(part, target) == 0 else {
      let reason = ToolFailure.systemText(errno)
      discard()
      throw ToolFailure("\(path): \(reason)")
    }
  }

  /// Gives all bytes to the device or the pipe.
  private func pour() throws(ToolFailure) {
    defer { discard() }
    // Nobody who reads is a failure like others.
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

  /// Takes away what has been written.
  package func discard() {
    unlink(part)
  }
}
