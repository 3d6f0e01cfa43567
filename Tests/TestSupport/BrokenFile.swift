package import Foundation

/// A file that fails under those who have it open, as one of a failing disk does.
package enum BrokenFile {
  /// What becomes of the file.
  package enum Fault: Sendable {
    /// Nothing more can be written.
    case isFull
    /// Nothing more can be read.
    case isUnreadable
  }

  /// Has all that this process has open of a file fail from now on, which nobody but the system can tell from the file.
  ///
  /// - Throws: ``TestFailure`` where the process has not opened it.
  package static func strike(_ url: URL, _ fault: Fault) throws {
    let opened = descriptors(of: url)
    guard !opened.isEmpty else { throw TestFailure(description: "\(url.path) is not open") }
    // The first pages of a process are memory that nobody has: the system says EIO.
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

  /// The descriptors by which this process has a file open.
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
