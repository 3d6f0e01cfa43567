package import Foundation

/// A folder that is deleted with its owner.
package final class TemporaryFolder: Sendable {
  private let root: URL

  package init() throws {
    root = FileManager.default.temporaryDirectory.appending(
      path: "OpenCoreAudioTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit {
    // A failure does not matter, because the system clears remaining files.
    try? FileManager.default.removeItem(at: root)
  }

  /// Returns the URL of a file in the folder.
  package func url(_ name: String) -> URL {
    root.appending(path: name)
  }
}
