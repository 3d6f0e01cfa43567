internal import AudioModel
internal import AudioRealtime
internal import Synchronization

extension PlayerWorker {
  /// Calls the time observers whose times playback has reached.
  mutating func visitObservers() {
    let observers = state.observers
    let hasJumped = transport.hasJumped
    transport.hasJumped = false
    guard !observers.isEmpty, state.entries.first?.item.info != nil else { return }
    let time = player.time
    for observation in observers { observation.visit(time, hasJumped: hasJumped) }
  }

  /// The time of the next event that no signal announces, by the monotonic clock.
  var deadline: Int {
    let now = MonotonicClock.nanoseconds
    let state = state
    guard let output, output.engine.phase == .running else { return now + 3_600_000_000_000 }
    // Playback reaches the last frame, or the first one of the next item.
    var seconds = output.secondsToChange / Double(max(0.01, abs(state.rate)))
    let (time, rate) = (player.time, Double(max(0.01, abs(state.rate))))
    for observation in state.observers {
      let next =
        state.rate < 0 ? observation.previous(before: time) : observation.next(after: time)
      if let next { seconds = min(seconds, abs(next - time) / rate) }
    }
    if let next = state.entries.first?.item.nextMetadataTime {
      seconds = min(seconds, (next - time) / rate)
    }
    return now + Int(max(0.002, min(seconds + 0.001, 3600)) * 1e9)
  }
}
