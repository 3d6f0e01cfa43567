internal import AudioDevices
internal import Synchronization

/// The event handling of the session's thread.
extension ProcessSession {
  func handle(_ item: SessionItem) {
    switch item {
    case .server(.snapshot(let snapshot)):
      watch.noteServer()
      notify(take(snapshot))
    case .server(.lost):
      watch.beginCards()
      notify(loseServer())
    case .cards(let snapshot): if !knowsServer { notify(take(snapshot)) }
    case .streams(.held): notify(interrupt())
    case .streams(.released): notify(endInterruption())
    case .streams(.gone): if let snapshot = freshSnapshot { notify(take(snapshot)) }
    case .notify(let events): notify(events)
    }
  }

  private func notify(_ events: [SessionEvent]) {
    for event in events {
      let observers = state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
      for observer in observers { observer(event) }
    }
  }

  private func take(_ snapshot: ServerSnapshot) -> [SessionEvent] {
    endOverride(notIn: snapshot)
    let others = snapshot.otherStreams
    let isHeld = streams.isHeld
    let isReleased = isReleased(by: others)
    defer { if isReleased { streams.release() } }
    return state.withLock { state in
      state.take(snapshot, at: clock(), route(_:_:)) + state.note(others, isHeld: isHeld)
    }
  }

  /// Whether the call that interrupted the session has ended.
  ///
  /// A server does not always notify a stream that its own program has paused.
  private func isReleased(by others: [ServerStreamInfo]) -> Bool {
    let isCalled = others.contains(where: \.isCall)
    let isCallOver = state.withLock { state in
      let isOver = state.isInterrupted && state.hasSeenCall && !isCalled
      state.hasSeenCall = isCalled
      return isOver
    }
    guard isCallOver else { return false }
    // Another call may have begun since.
    guard isCalledNow else { return true }
    state.withLock { $0.hasSeenCall = true }
    return false
  }

  private func interrupt() -> [SessionEvent] {
    let isFirst = state.withLock { state in
      defer { (state.isInterrupted, state.isActive) = (true, false) }
      return !state.isInterrupted
    }
    guard isFirst else { return [] }
    return changing.withLock { _ in
      endOverride()
      return state.withLock { state in
        [.interruptionBegan] + reroute(&state) { _ in .override }
      }
    }
  }

  private func endInterruption() -> [SessionEvent] {
    state.withLock { state in
      guard state.isInterrupted else { return [] }
      state.isInterrupted = false
      return [.interruptionEnded]
    }
  }

  private func loseServer() -> [SessionEvent] {
    changing.withLock { _ in endOverride() }
    return state.withLock { state in
      // Initially, the server may not be running yet.
      guard !state.isServerLost, watch.hasMetServer else { return [] }
      state.isServerLost = true
      var events: [SessionEvent] = [.serverLost]
      if state.isInterrupted { events.append(.interruptionEnded) }
      state.isInterrupted = false
      return events
    }
  }
}
