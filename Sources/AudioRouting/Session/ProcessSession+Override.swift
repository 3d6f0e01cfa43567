internal import AudioDevices
internal import Synchronization

/// Sound on a loudspeaker, whatever is plugged in.
extension ProcessSession {
  /// Has streams play on a loudspeaker, whatever is plugged in, or on the usual device again.
  ///
  /// That ends by itself with another category, an interruption, or another route: where the loudspeaker goes away, or the device or the port
  /// that sound would go to otherwise is not the one that it was.
  ///
  /// - Returns: False where the server has no device with a loudspeaker.
  package func setOverridden(_ isOverridden: Bool) -> Bool {
    setOverridden(isOverridden, snapshot)
  }

  /// The same, by what the server has.
  func setOverridden(_ isOverridden: Bool, _ snapshot: ServerSnapshot?) -> Bool {
    // Only a server moves streams.
    let server = knowsServer ? snapshot : nil
    let override = isOverridden ? server.flatMap { SpeakerOverride($0) } : nil
    guard !isOverridden || override != nil else { return false }
    changing.withLock { _ in
      if let override {
        streams.setOutput(override.device, present: override.device)
        state.withLock { $0.override = override }
      } else {
        endOverride(server)
      }
      let events = state.withLock { state in reroute(&state) { _ in .override } }
      if !events.isEmpty { thread.post(.tell(events)) }
    }
    return true
  }

  /// Has streams play on the usual device again, where they do not; with `changing` held, and before the route is brought up to date.
  ///
  /// - Parameter snapshot: What the server has, or `nil` for what it had last.
  func endOverride(_ snapshot: ServerSnapshot? = nil) {
    let (wasOverridden, last) = state.withLock { state in
      defer { state.override = nil }
      return (state.override != nil, state.snapshot)
    }
    guard wasOverridden else { return }
    streams.setOutput(nil, present: (snapshot ?? last)?.defaultOutput)
  }

  /// Ends the override where there is another route.
  ///
  /// - Parameter snapshot: What the server had at the moment that is looked at; it may have more by now.
  func endOverride(notIn snapshot: ServerSnapshot) {
    changing.withLock { _ in
      var now = snapshot
      // The wish may be of a later moment than what is looked at.
      if let last = watcher.withLock({ $0 })?.snapshot { now = last }
      let override = state.withLock { $0.override }
      if let override, !override.holds(in: now) { endOverride(now) }
    }
  }
}
