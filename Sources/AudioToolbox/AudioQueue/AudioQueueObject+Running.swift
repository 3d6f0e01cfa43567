internal import AudioRouting
internal import Synchronization

/// Pausing and stopping.
extension AudioQueueObject {
  // MARK: Pausing

  /// Falls silent, or captures nothing; goes on with the next start.
  func pause() {
    engine.pause()
    let isEnding = state.withLock { state in
      state.isPaused = state.isRunning
      return state.disposal == .pending
    }
    // Another thread has had it play out meanwhile, and nobody can start it any more.
    if isEnding { try? engine.start(nanoseconds: nil) }
  }

  /// Pauses where this session is made inactive, and no other.
  func join(_ session: ProcessSession) {
    let member = session.join { [weak self] in self?.pauseForSession() ?? false }
    let leaveOther = state.withLock { state in
      defer { state.leaveSession = { session.leave(member) } }
      return state.leaveSession
    }
    leaveOther?()
  }

  /// Pauses a queue that runs on a device, and tells whether it did.
  private func pauseForSession() -> Bool {
    let isRunning = state.withLock {
      $0.isRunning && !$0.isPaused && $0.offline == nil && $0.disposal == .none
    }
    if isRunning { pause() }
    return isRunning
  }

  // MARK: Stopping

  /// Stops once all that is enqueued has been played or filled: what has not been started, once it has been.
  func stopWhenDone() {
    state.withLock { state in
      if state.isRunning {
        state.isStopping = true
      } else if case .output = direction {
        state.stopsOncePlayed = !state.enqueued.isEmpty || state.enqueuedFrames > 0
      }
    }
    _ = engine.stopWhenDone()
  }

  /// Does something that gives buffers back, and refuses new ones meanwhile.
  func reset(_ body: () -> Void) {
    state.withLock { state in
      state.resetCount += 1
      state.stopsOncePlayed = false
    }
    body()
    if !engine.isCurrent { callbacks.settle() }
    state.withLock { $0.resetCount -= 1 }
  }
}
