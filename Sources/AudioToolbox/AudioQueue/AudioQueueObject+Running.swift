internal import AudioRouting
internal import Synchronization

extension AudioQueueObject {
  // MARK: Pausing

  /// Pauses playback or capture until the next start.
  func pause() {
    engine.pause()
    let isEnding = state.withLock { state in
      state.isPaused = state.isRunning
      return state.disposal == .pending
    }
    // Disposal waits for the end of playback. No other call can resume the queue, so resume it
    // here.
    if isEnding { try? engine.start(nanoseconds: nil) }
  }

  /// Joins a session, and pauses when that session becomes inactive.
  ///
  /// The queue leaves any other session.
  func join(_ session: ProcessSession) {
    let member = session.join { [weak self] in self?.pauseForSession() ?? false }
    let leaveOther = state.withLock { state in
      defer { state.leaveSession = { session.leave(member) } }
      return state.leaveSession
    }
    leaveOther?()
  }

  /// Pauses a queue that runs on a device, and returns whether it did.
  private func pauseForSession() -> Bool {
    let isRunning = state.withLock {
      $0.isRunning && !$0.isPaused && $0.offline == nil && $0.disposal == .none
    }
    if isRunning { pause() }
    return isRunning
  }

  // MARK: Stopping

  /// Stops after all enqueued buffers have been played or filled, including those of a queue not
  /// yet started.
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

  /// Runs a body that returns buffers, and refuses new buffers during that time.
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
