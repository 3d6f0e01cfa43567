internal import Synchronization

/// A ring of interleaved Float32 frames between one writing and one reading thread.
///
/// Frames are counted from 0 and never wrap. What was read stays in the ring for a while, so that
/// the reader may go back: to render again what a device has not played yet.
@safe
package final class FrameRing: @unchecked Sendable {
  // Sendable: the writer touches only frames from `writeIndex` up to `heldFrom + capacity`, the reader
  // only those from `heldFrom` to `writeIndex`, and the atomics order the two.

  /// Samples in each frame.
  package let channelCount: Int
  /// Frames that the ring holds.
  package let capacity: Int
  /// Read frames that stay, to be read again.
  package let historyFrames: Int
  /// Frames that wait to be read at most, where there is room for more because little has been read yet.
  package let mostUnreadFrames: Int

  private let samples: UnsafeMutablePointer<Float>
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)
  private let held = Atomic<Int>(0)

  /// Makes a ring for at least `unreadFrames` beside the frames of history.
  package init(
    channelCount: Int, unreadFrames: Int, historyFrames: Int, mostUnreadFrames: Int = .max
  ) {
    precondition(channelCount > 0 && unreadFrames > 0 && historyFrames >= 0)
    let capacity = unreadFrames + historyFrames
    self.channelCount = channelCount
    self.capacity = capacity
    self.historyFrames = historyFrames
    self.mostUnreadFrames = mostUnreadFrames
    unsafe samples = .allocate(capacity: capacity * channelCount)
    // Safe: as many as were allocated. Touches no memory that is not used later anyhow.
    unsafe samples.initialize(repeating: 0, count: capacity * channelCount)
  }

  deinit {
    // Safe: allocated by `init`, and nobody else holds the ring any more.
    unsafe samples.deallocate()
  }

  /// The frame that is written next.
  package var writeIndex: Int { written.load(ordering: .acquiring) }
  /// The frame that is read next.
  package var readIndex: Int { read.load(ordering: .acquiring) }
  /// Frames that wait to be read.
  package var unreadFrames: Int { writeIndex - readIndex }
  /// Frames for which there is room, asked by the writing thread.
  package var writableFrames: Int {
    let written = written.load(ordering: .relaxed)
    let room = capacity - (written - held.load(ordering: .acquiring))
    // More may wait than that where frames are to be read again.
    return max(0, min(room, mostUnreadFrames - (written - readIndex)))
  }

  /// Writes frames, as many as there is room for, on the writing thread.
  ///
  /// - Parameter source: Interleaved samples, whole frames.
  /// - Returns: How many frames were taken.
  package func write(_ source: Span<Float>) -> Int {
    let count = min(writableFrames, source.count / channelCount)
    guard count > 0 else { return 0 }
    let start = written.load(ordering: .relaxed)
    let offset = start % capacity
    let first = min(count, capacity - offset)
    // Safe: both runs lie in the ring, and together they are no longer than the source.
    unsafe source.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      unsafe (samples + offset * channelCount).update(from: base, count: first * channelCount)
      unsafe samples.update(
        from: base + first * channelCount, count: (count - first) * channelCount)
    }
    written.store(start + count, ordering: .releasing)
    return count
  }

  /// Takes up to `count` frames out, on the reading thread, and says how many.
  func read(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    let start = read.load(ordering: .relaxed)
    let count = min(count, written.load(ordering: .acquiring) - start)
    guard count > 0 else { return 0 }
    let offset = start % capacity
    let first = min(count, capacity - offset)
    // Safe: both runs lie in the ring, and the caller has room for `count` frames.
    unsafe target.update(from: samples + offset * channelCount, count: first * channelCount)
    unsafe (target + first * channelCount)
      .update(from: samples, count: (count - first) * channelCount)
    let end = start + count
    read.store(end, ordering: .releasing)
    if end - historyFrames > held.load(ordering: .relaxed) {
      held.store(end - historyFrames, ordering: .releasing)
    }
    return count
  }

  /// Frames by which ``rewind(_:)`` can go back, asked by the reading thread.
  var rewindableFrames: Int {
    max(0, read.load(ordering: .relaxed) - held.load(ordering: .relaxed))
  }

  /// The frame behind which ``rewind(_:)`` never goes back, now or later.
  var earliestFrame: Int { held.load(ordering: .acquiring) }

  /// Goes back by up to `count` frames and says by how many.
  ///
  /// On the reading thread, or while no thread reads.
  func rewind(_ count: Int) -> Int {
    let position = read.load(ordering: .relaxed)
    let possible = max(0, min(count, position - held.load(ordering: .relaxed)))
    read.store(position - possible, ordering: .releasing)
    return possible
  }

  /// Takes out what has not been read, interleaved.
  ///
  /// Called while no other thread is in the ring.
  package func takeUnread() -> [Float] {
    var samples = [Float](repeating: 0, count: unreadFrames * channelCount)
    // Safe: there is room for all that is unread.
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      _ = unsafe read(into: base, count: samples.count / channelCount)
    }
    return samples
  }

  /// Drops what has not been read, so that the next write is read next.
  ///
  /// Called while no other thread is in the ring.
  package func dropUnread() {
    written.store(read.load(ordering: .relaxed), ordering: .releasing)
  }
}
