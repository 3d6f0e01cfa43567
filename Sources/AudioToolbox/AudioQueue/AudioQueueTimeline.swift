internal import AudioPlayback
internal import Synchronization

/// The object behind an `AudioQueueTimelineRef`: tells whether the time of a queue was broken.
final class AudioQueueTimeline: Sendable {
  let queue: AudioQueueObject
  private let seen: Mutex<Int>

  init(_ queue: AudioQueueObject) {
    self.queue = queue
    seen = Mutex(queue.engine.discontinuities)
  }

  /// Whether there was a break since this was asked last.
  func takeDiscontinuity() -> Bool {
    let now = queue.engine.discontinuities
    return seen.withLock { seen in
      defer { seen = now }
      return seen != now
    }
  }
}
