internal import Synchronization

/// The heard time, and seeks.
extension ItemPlayer {
  /// The heard time of the current item, in seconds.
  ///
  /// During a seek, this is the time before the seek.
  package var time: Double {
    let (stored, id, isSeeking) = state.withLock {
      ($0.time, $0.entries.first?.id, $0.seek != nil || $0.hasSought)
    }
    guard !isSeeking, let id, let position = output.withLock({ $0 })?.position,
      position.id == id
    else { return stored }
    return position.time
  }

  /// The rate at which the current item is heard; 0 while it is paused, waits, seeks or has ended.
  package var heardRate: Float {
    state.withLock { state in
      state.control == .playing && state.seek == nil && !state.isAtEnd ? state.rate : 0
    }
  }

  /// Where playback of the current item last began or jumped to, in seconds.
  package var startTime: Double { state.withLock { $0.time } }

  /// Continues at a time of the current item.
  ///
  /// - Parameters:
  ///   - seconds: The time; the ends of the medium limit it.
  ///   - completion: Called once: with true when frames of the new time are ready, or with false if
  ///     another seek or item comes first.
  package func seek(to seconds: Double, completion: @escaping @Sendable (Bool) -> Void) {
    let time = time
    let (older, isPossible) = state.withLock { state -> (PendingSeek?, Bool) in
      let older = state.seek.take()
      guard !state.entries.isEmpty, !seconds.isNaN, !state.isShutDown else { return (older, false) }
      state.time = time
      state.seek = PendingSeek(seconds: max(0, seconds), completion: completion)
      return (older, true)
    }
    older?.completion(false)
    cancelPrerolls()
    if !isPossible { completion(false) }
    changed()
  }

  /// Reads the current item again at the heard time, unless a seek does so.
  package func reread() {
    if state.withLock({ $0.seek == nil }) { seek(to: time) { _ in } }
  }

  /// Cancels the seek that has not been completed.
  package func cancelSeek() {
    let seek = state.withLock { state -> PendingSeek? in
      guard let seek = state.seek, !seek.isStarted else { return nil }
      state.seek = nil
      return seek
    }
    seek?.completion(false)
  }
}
