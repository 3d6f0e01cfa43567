internal import AudioDevices
internal import Synchronization

/// The event handling of the session's thread.
extension ProcessSession {
  func handle(_ item: Item) {
    switch item {
    case .server(.snapshot(let snapshot)):
      state.withLock { $0.hasMetServer = true }
      endCards()
      tell(take(snapshot))
    case .server(.lost):
      beginCards()
      tell(loseServer())
    case .cards(let snapshot): if !knowsServer { tell(take(snapshot)) }
    case .streams(.held): tell(interrupt())
    case .streams(.released): tell(endInterruption())
    case .streams(.gone): if let snapshot = freshSnapshot { tell(take(snapshot)) }
    case .tell(let events): tell(events)
    }
  }

  private func tell(_ events: [SessionEvent]) {
    for event in events {
      let observers = state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
      for observer in observers { observer(event) }
    }
  }

  private func take(_ snapshot: ServerSnapshot) -> [SessionEvent] {
    endOverride(notIn: snapshot)
    let others = others(snapshot)
    let isHeld = streams.isHeld
    let isCalled = Self.isCall(others)
    // A server does not always notify a stream that its own program has paused.
    let isCallOver = state.withLock { state in
      let isOver = state.isInterrupted && state.hasSeenCall && !isCalled
      state.hasSeenCall = isCalled
      return isOver
    }
    // Another call may have begun since.
    let isReleased = isCallOver && !isCalledNow
    if isCallOver, !isReleased { state.withLock { $0.hasSeenCall = true } }
    defer { if isReleased { streams.release() } }
    return state.withLock { state in
      var events: [SessionEvent] = []
      if state.isServerLost { events.append(.serverReturned) }
      state.isServerLost = false
      let before = state.snapshot
      let old = state.route
      state.snapshot = snapshot
      let moment = clock()
      state.arrivals.note(snapshot, at: moment)
      let (override, arrivals) = (state.override?.device, state.arrivals)
      events += reroute(&state) { now in
        // The user requested the loudspeaker, even if the port is also new.
        if let override, now.outputs.first?.device == override { return .override }
        return now.reason(after: old ?? SessionRoute(), now: snapshot) {
          arrivals.isNew($0, at: moment)
        }
      }
      events += Self.changes(
        from: before.map { SessionHardware($0, old ?? SessionRoute(), preferredRate: 0) },
        to: SessionHardware(snapshot, state.route ?? SessionRoute(), preferredRate: 0))
      let othersPlay = others.contains { Self.isPrimary($0.role) }
      if state.othersPlay != othersPlay { events.append(.othersPlay(othersPlay)) }
      state.othersPlay = othersPlay
      // The server does not notify a program that has closed its streams.
      if state.isInterrupted, !isHeld, !isCalled {
        state.isInterrupted = false
        events.append(.interruptionEnded)
      }
      return events
    }
  }

  /// Whether one of these streams is a call.
  static func isCall(_ others: [ServerStreamInfo]) -> Bool {
    others.contains { $0.role == StreamRole.phone.rawValue }
  }

  private static func changes(
    from old: SessionHardware?, to new: SessionHardware
  ) -> [SessionEvent] {
    guard let old else { return [] }
    var events: [SessionEvent] = []
    if old.outputVolume != new.outputVolume { events.append(.outputVolume(new.outputVolume)) }
    if old.inputVolume != new.inputVolume { events.append(.inputVolume(new.inputVolume)) }
    if old.isInputAvailable != new.isInputAvailable {
      events.append(.inputAvailable(new.isInputAvailable))
    }
    return events
  }

  /// Whether sound of this role is primary audio: music, video, or a call.
  static func isPrimary(_ role: String?) -> Bool {
    guard let role = role.flatMap({ StreamRole(rawValue: $0) }) else { return false }
    return role == .music || role == .video || role == .phone
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
      guard !state.isServerLost, state.hasMetServer else { return [] }
      state.isServerLost = true
      var events: [SessionEvent] = [.serverLost]
      if state.isInterrupted { events.append(.interruptionEnded) }
      state.isInterrupted = false
      return events
    }
  }
}
