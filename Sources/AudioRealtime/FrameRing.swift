internal import Synchronization

/// A ring of interleaved Float32 frames between one writing thread and one reading thread.
///
/// Frame numbers start at 0 and never wrap. Frames that were read stay in the ring for a while. The
/// reader can go back, and render frames again that a device has not played.
@safe
package final class FrameRing: @unchecked Sendable {
  // Sendable: the writer only accesses frames from `writeIndex` up to `held + capacity`. The reader
  // only accesses those from `held` to `writeIndex`. The atomics order both.

  /// Samples in each frame.
  package let channelCount: Int
  /// The ring's capacity in frames.
  package let capacity: Int
  /// Read frames that are kept for rereading.
  package let historyFrames: Int
  /// Maximum unread frames, even if the ring has room for more because little has been read.
  package let mostUnreadFrames: Int

  private let samples: UnsafeMutablePointer<Float>
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)
  private let held = Atomic<Int>(0)

  /// Creates a ring for at least `unreadFrames`, in addition to the history.
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
    // Safe: the count equals the allocation. All of the memory is used later.
    unsafe samples.initialize(repeating: 0, count: capacity * channelCount)
  }

  deinit {
    // Safe: `init` allocated the memory, and no other reference to the ring exists.
    unsafe samples.deallocate()
  }

  /// The frame that is written next.
  package var writeIndex: Int { written.load(ordering: .acquiring) }
  /// The frame that is read next.
  package var readIndex: Int { read.load(ordering: .acquiring) }
  /// Frames available for reading.
  package var unreadFrames: Int { writeIndex - readIndex }
  /// Frames that can be written.
  ///
  /// For the writing thread.
  package var writableFrames: Int {
    let written = written.load(ordering: .relaxed)
    let room = capacity - (written - held.load(ordering: .acquiring))
    // After a rewind, the unread frames may exceed the maximum.
    return max(0, min(room, mostUnreadFrames - (written - readIndex)))
  }

  /// Writes as many frames as fit.
  ///
  /// For the writing thread.
  ///
  /// - Parameter source: Interleaved samples of whole frames.
  /// - Returns: The number of frames written.
  package func write(_ source: Span<Float>) -> Int {
    let count = min(writableFrames, source.count / channelCount)
    guard count > 0 else { return 0 }
    let start = written.load(ordering: .relaxed)
    let offset = start % capacity
    let first = min(count, capacity - offset)
    // Safe: both runs lie in the ring, and their total length is at most the source's.
    unsafe source.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      unsafe (samples + offset * channelCount).update(from: base, count: first * channelCount)
      unsafe samples.update(
        from: base + first * channelCount, count: (count - first) * channelCount)
    }
    written.store(start + count, ordering: .releasing)
    return count
  }

  /// Removes up to `count` frames, and returns their number.
  ///
  /// For the reading thread.
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

  /// Maximum frames for ``rewind(_:)``.
  ///
  /// For the reading thread.
  var rewindableFrames: Int {
    max(0, read.load(ordering: .relaxed) - held.load(ordering: .relaxed))
  }

  /// The earliest frame to which ``rewind(_:)`` can go back, now or later.
  var earliestFrame: Int { held.load(ordering: .acquiring) }

  /// Goes back by up to `count` frames, and returns the number of frames.
  ///
  /// Call on the reading thread, or while no thread reads.
  func rewind(_ count: Int) -> Int {
    let position = read.load(ordering: .relaxed)
    let possible = max(0, min(count, position - held.load(ordering: .relaxed)))
    read.store(position - possible, ordering: .releasing)
    return possible
  }

  /// Removes the unread frames and returns them, interleaved.
  ///
  /// Call while no other thread uses the ring.
  package func takeUnread() -> [Float] {
    var samples = [Float](repeating: 0, count: unreadFrames * channelCount)
    // Safe: the buffer has room for all unread frames.
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      _ = unsafe read(into: base, count: samples.count / channelCount)
    }
    return samples
  }

  /// Drops the unread frames, so that the next written frame is read next.
  ///
  /// Call while no other thread uses the ring.
  package func dropUnread() {
    written.store(read.load(ordering: .relaxed), ordering: .releasing)
  }
}
