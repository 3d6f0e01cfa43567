package import AudioCodecs
internal import Synchronization

extension FilePlayer: PlaybackObserver {
  package func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool) {}

  package func playbackEnds() {
    state.withLock { state in
      state.frame = 0
      state.isAtEnd = true
    }
  }

  package func playbackRunning(_ isRunning: Bool) {
    let finished = state.withLock {
      state -> (observer: (any FilePlayerObserver)?, isWhole: Bool)? in
      guard !isRunning, state.isAtEnd else { return nil }
      state.isAtEnd = false
      return (state.observer, !state.hasFailed)
    }
    if let finished { finished.observer?.playerFinished(isWhole: finished.isWhole) }
  }

  package func playbackFailed(_ error: CodecError) {
    let observer = state.withLock { state in
      state.hasFailed = true
      return state.observer
    }
    observer?.playerFailed(error)
  }
}
