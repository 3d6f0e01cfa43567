/// ID3 tags of a stream, in the order in which they have been read.
///
/// Only the thread that reads the stream uses it.
package final class HLSTagQueue {
  /// Tags, with the time at which they apply.
  package struct Entry: Equatable, Sendable {
    /// Seconds of playback.
    package var seconds: Double
    /// The tag, or several.
    package var bytes: [UInt8]
  }

  /// Maximum number of entries.
  private static let limit = 256
  private var entries: [Entry] = []

  /// Keeps tags until they are taken; the oldest ones make room.
  func add(_ bytes: [UInt8], at seconds: Double) {
    if entries.count >= Self.limit { entries.removeFirst() }
    entries.append(Entry(seconds: seconds, bytes: bytes))
  }

  func clear() { entries = [] }

  /// Removes and returns the entries.
  package func take() -> [Entry] {
    defer { entries = [] }
    return entries
  }
}
