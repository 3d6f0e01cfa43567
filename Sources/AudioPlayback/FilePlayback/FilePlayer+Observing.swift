package import AudioCodecs
internal import Synchronization

extension FilePlayer: PlaybackObserver {
  package func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool) {}

  package func playbackRunning(_ isRunning: Bool) {
    guard !isRunning else { return }
    let told = state.withLock { state -> (observer: (any FilePlayerObserver)?, isWhole: Bool)? in
      guard state.phase == .playing || state.phase == .paused else { return nil }
      state.phase = .stopped
      state.frame = 0
      return (state.observer, !state.hasFailed)
    }
    if let told { told.observer?.playerFinished(isWhole: told.isWhole) }
  }

  package func playbackFailed(_ error: CodecError) {
    let observer = state.withLock { state in
      state.hasFailed = true
      return state.observer
    }
    observer?.playerFailed(error)
  }
}
