internal import Synchronization

/// A ring of frames between one writing and one reading thread, with a plane for each channel.
package final class PlaneRing: Sendable {
  package let channelCount: Int
  /// The ring's capacity in frames.
  package let capacity: Int
  private let planes: Planes
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)

  package init(channelCount: Int, capacity: Int) {
    self.channelCount = channelCount
    self.capacity = capacity
    planes = Planes(channelCount: channelCount, capacity: capacity)
  }

  /// All frames that were written.
  package var writtenFrames: Int { written.load(ordering: .acquiring) }
  /// All frames that were read.
  package var readFrames: Int { read.load(ordering: .acquiring) }
  package var unreadFrames: Int { writtenFrames - readFrames }
  package var writableFrames: Int { capacity - unreadFrames }

  /// Writes up to `count` frames, and returns their number.
  ///
  /// For the writing thread.
  package func write(_ source: Planes, at start: Int, count: Int) -> Int {
    let count = min(count, writableFrames)
    guard count > 0 else { return 0 }
    let end = written.load(ordering: .relaxed)
    var done = 0
    while done < count {
      let place = (end + done) % capacity
      let length = min(count - done, capacity - place)
      planes.fill(at: place, from: source, at: start + done, count: length)
      done += length
    }
    written.store(end + count, ordering: .releasing)
    return count
  }

  /// Takes up to `count` frames, and returns their number.
  ///
  /// For the reading thread.
  package func take(_ target: Planes, at start: Int, count: Int) -> Int {
    let count = min(count, unreadFrames)
    guard count > 0 else { return 0 }
    let begin = read.load(ordering: .relaxed)
    var done = 0
    while done < count {
      let place = (begin + done) % capacity
      let length = min(count - done, capacity - place)
      target.fill(at: start + done, from: planes, at: place, count: length)
      done += length
    }
    read.store(begin + count, ordering: .releasing)
    return count
  }

  /// Skips up to `count` frames.
  ///
  /// For the reading thread.
  package func skip(_ count: Int) {
    let begin = read.load(ordering: .relaxed)
    read.store(begin + min(count, unreadFrames), ordering: .releasing)
  }
}
