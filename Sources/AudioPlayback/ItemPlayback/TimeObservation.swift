internal import Synchronization

/// A function that is called at times of the current item.
package final class TimeObservation: Sendable {
  package enum Times: Equatable, Sendable {
    /// Multiples of an interval in seconds, and each jump, start and stop.
    case every(Double)
    /// Each of these times, when playback passes it.
    case each([Double])
  }

  private struct State {
    var last: Double?
    var isRemoved = false
  }

  let times: Times
  private let call: @Sendable (Double, TimeObservation) -> Void
  private let state = Mutex(State())

  /// Makes an observation, which a player adds.
  ///
  /// - Parameters:
  ///   - times: The times.
  ///   - start: The time of playback after which the first time is; `nil` for the time when the
  ///     player first sees the observation.
  ///   - call: Called on the player's thread with the time. It must check ``isActive`` before it
  ///     calls the client on another thread.
  package init(
    _ times: Times, after start: Double? = nil,
    call: @escaping @Sendable (Double, TimeObservation) -> Void
  ) {
    self.times = times
    self.call = call
    state.withLock { $0.last = start }
  }

  package var isActive: Bool { state.withLock { !$0.isRemoved } }

  package func remove() { state.withLock { $0.isRemoved = true } }

  /// The first of the times after a time; `nil` after the last one.
  func next(after time: Double) -> Double? {
    switch times {
    case .every(let interval): ((time / interval).rounded(.down) + 1) * interval
    case .each(let times): times.filter { $0 > time }.min()
    }
  }

  /// The last of the times before a time, for playback in reverse; `nil` before the first one.
  func previous(before time: Double) -> Double? {
    switch times {
    case .every(let interval): ((time / interval).rounded(.up) - 1) * interval
    case .each(let times): times.filter { $0 < time }.max()
    }
  }

  /// Calls the function if playback has passed one of the times since the last visit.
  ///
  /// - Parameters:
  ///   - time: The heard time.
  ///   - hasJumped: Whether the time has jumped, or playback has started or stopped.
  func visit(_ time: Double, hasJumped: Bool) {
    let isDue = state.withLock { state -> Bool in
      guard !state.isRemoved else { return false }
      let last = state.last
      state.last = time
      if hasJumped {
        if case .every = times { return true }
        return false
      }
      guard let last else { return false }
      if time < last { return previous(before: last).map { $0 >= time } ?? false }
      return next(after: last).map { $0 <= time } ?? false
    }
    if isDue { call(time, self) }
  }
}
