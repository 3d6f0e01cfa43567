internal import AudioDevices
internal import Synchronization

/// Playback on a loudspeaker, whatever is plugged in.
extension ProcessSession {
  /// Moves streams to a loudspeaker, whatever is plugged in, or back to the usual device.
  ///
  /// The override ends with another category, an interruption, or another route. The route changes
  /// if the loudspeaker goes away, or the usual device or port changes.
  ///
  /// - Returns: False if the server has no device with a loudspeaker.
  package func setOverridden(_ isOverridden: Bool) -> Bool {
    setOverridden(isOverridden, snapshot)
  }

  /// Sets the override with a given snapshot.
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
      if !events.isEmpty { thread.post(.notify(events)) }
    }
    return true
  }

  /// Moves streams back to the usual device if they are overridden.
  ///
  /// Call this with `changing` held, and before updating the route.
  ///
  /// - Parameter snapshot: The server's current state, or `nil` for its last snapshot.
  func endOverride(_ snapshot: ServerSnapshot? = nil) {
    let (wasOverridden, last) = state.withLock { state in
      defer { state.override = nil }
      return (state.override != nil, state.snapshot)
    }
    guard wasOverridden else { return }
    streams.setOutput(nil, present: (snapshot ?? last)?.defaultOutput)
  }

  /// Ends the override if the route has changed.
  ///
  /// - Parameter snapshot: The snapshot being handled; the server may have newer devices by now.
  func endOverride(notIn snapshot: ServerSnapshot) {
    changing.withLock { _ in
      var now = snapshot
      // The override may be newer than the snapshot being handled.
      if let last = watch.serverWatch?.snapshot { now = last }
      let override = state.withLock { $0.override }
      if let override, !override.holds(in: now) { endOverride(now) }
    }
  }
}
