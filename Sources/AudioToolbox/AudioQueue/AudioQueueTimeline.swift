internal import AudioPlayback
internal import Synchronization

/// The object behind an `AudioQueueTimelineRef`, which reports discontinuities of the queue time.
final class AudioQueueTimeline: Sendable {
  let queue: AudioQueueObject
  private let seen: Mutex<Int>

  init(_ queue: AudioQueueObject) {
    self.queue = queue
    seen = Mutex(queue.engine.discontinuities)
  }

  /// Whether a discontinuity has occurred since the previous call.
  func takeDiscontinuity() -> Bool {
    let now = queue.engine.discontinuities
    return seen.withLock { seen in
      defer { seen = now }
      return seen != now
    }
  }
}
