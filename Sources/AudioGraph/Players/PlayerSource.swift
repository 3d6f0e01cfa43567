/// The frames of an item of a player, for the render thread.
package protocol PlayerSource: AnyObject, Sendable {
  /// Copies up to `count` frames, and returns their number; 0 at the end, or if none has arrived.
  func read(into planes: Planes, at start: Int, count: Int) -> Int
  /// Leaves out up to `count` frames.
  func skip(_ count: Int)
  /// Whether no frame follows.
  var isAtEnd: Bool { get }
  /// Continues with the first frame, if the source can.
  func rewind() -> Bool
  /// Frames that can be read now; `nil` if the source never waits.
  var readyFrames: Int? { get }
}

/// The frames of a buffer.
package final class BufferSource: PlayerSource, @unchecked Sendable {
  // Sendable: the position belongs to the render thread.

  private let planes: Planes
  private let count: Int
  private var position = 0

  /// Makes a source of the first `count` frames of a block.
  package init(_ planes: Planes, count: Int) {
    planes.check(0, count)
    self.planes = planes
    self.count = count
  }

  package func read(into target: Planes, at start: Int, count: Int) -> Int {
    let length = min(count, self.count - position)
    target.fill(at: start, from: planes, at: position, count: length)
    position += length
    return length
  }

  package func skip(_ count: Int) { position += min(count, self.count - position) }

  package var isAtEnd: Bool { position == count }

  package func rewind() -> Bool {
    position = 0
    return count > 0
  }

  package var readyFrames: Int? { nil }
}
