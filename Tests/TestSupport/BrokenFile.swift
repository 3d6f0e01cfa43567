package import Foundation

/// A file whose open descriptors fail, as on a failing disk.
package enum BrokenFile {
  /// How the file fails.
  package enum Fault: Sendable {
    /// Every write fails.
    case isFull
    /// Every read fails.
    case isUnreadable
  }

  /// Makes all descriptors of a file in this process fail from now on.
  ///
  /// Only the system can distinguish them from the file.
  ///
  /// - Throws: ``TestFailure`` if the process has not opened the file.
  package static func strike(_ url: URL, _ fault: Fault) throws {
    let opened = descriptors(of: url)
    guard !opened.isEmpty else { throw TestFailure(description: "\(url.path) is not open") }
    // The first pages of a process are never mapped, so the system reports EIO.
    let substitute =
      switch fault {
      case .isFull: unsafe open("/dev/full", O_RDWR | O_CLOEXEC)
      case .isUnreadable: unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
      }
    guard substitute >= 0 else { throw Sockets.Failure(code: errno) }
    defer { close(substitute) }
    for descriptor in opened {
      guard dup2(substitute, descriptor) >= 0 else { throw Sockets.Failure(code: errno) }
    }
  }

  /// The open descriptors of a file in this process.
  private static func descriptors(of url: URL) -> [Int32] {
    var file = stat()
    // Safe: path and structure are alive for the call.
    guard unsafe stat(url.path, &file) == 0 else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.filter { descriptor in
      var other = stat()
      // Safe: the structure is alive for the call.
      guard unsafe fstat(descriptor, &other) == 0 else { return false }
      return other.st_dev == file.st_dev && other.st_ino == file.st_ino
    }
  }
}
