internal import AudioDevices

/// The purpose, the devices, and the clients of a session.
struct SessionState {
  var setup = SessionSetup()
  var isActive = false
  var isInterrupted = false
  /// Whether a call has been seen since the interruption began.
  var hasSeenCall = false
  /// The last snapshot; after the loss of the server, the one before the loss.
  var snapshot: ServerSnapshot?
  var route: SessionRoute?
  var arrivals = PortArrivals()
  var isServerLost = false
  var othersPlay = false
  /// The loudspeaker override, as long as it holds.
  var override: SpeakerOverride?
  var observers: [Int: @Sendable (SessionEvent) -> Void] = [:]
  /// Closures that pause players and recorders, and return whether they ran.
  var members: [Int: @Sendable () -> Bool] = [:]
  private var lastNumber = 0

  /// Makes a number that no observer or member has.
  mutating func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Updates the route.
  ///
  /// - Parameters:
  ///   - find: Returns the route with a server's devices.
  ///   - reason: Returns the reason for another route.
  /// - Returns: The events to report.
  mutating func reroute(
    _ find: (ServerSnapshot, SessionSetup) -> SessionRoute,
    _ reason: (SessionRoute) -> SessionRoute.ChangeReason
  ) -> [SessionEvent] {
    guard let snapshot else { return [] }
    let now = find(snapshot, setup)
    guard let old = route, old != now else {
      route = now
      return []
    }
    route = now
    return [.route(reason(now), previous: old)]
  }

  /// Takes a snapshot of the devices.
  ///
  /// - Parameters:
  ///   - new: The snapshot.
  ///   - moment: The time on the monotonic clock, in nanoseconds.
  ///   - find: Returns the route with a server's devices.
  /// - Returns: The events to report.
  mutating func take(
    _ new: ServerSnapshot, at moment: Int, _ find: (ServerSnapshot, SessionSetup) -> SessionRoute
  ) -> [SessionEvent] {
    var events: [SessionEvent] = isServerLost ? [.serverReturned] : []
    isServerLost = false
    let before = snapshot
    let old = route
    snapshot = new
    arrivals.note(new, at: moment)
    let (override, arrivals) = (override?.device, arrivals)
    events += reroute(find) { now in
      // The user requested the loudspeaker, even if the port is also new.
      if let override, now.outputs.first?.device == override { return .override }
      return now.reason(after: old ?? SessionRoute(), now: new) {
        arrivals.isNew($0, at: moment)
      }
    }
    let hardware = SessionHardware(new, route ?? SessionRoute(), preferredRate: 0)
    if let before {
      events += hardware.changes(
        since: SessionHardware(before, old ?? SessionRoute(), preferredRate: 0))
    }
    return events
  }

  /// Notes which other streams can be heard.
  ///
  /// - Parameters:
  ///   - others: The streams of other programs.
  ///   - isHeld: Whether the server holds the session's streams.
  /// - Returns: The events to report.
  mutating func note(_ others: [ServerStreamInfo], isHeld: Bool) -> [SessionEvent] {
    var events: [SessionEvent] = []
    let othersPlay = others.contains(where: \.isPrimary)
    if self.othersPlay != othersPlay { events.append(.othersPlay(othersPlay)) }
    self.othersPlay = othersPlay
    // The server does not notify a program that has closed its streams.
    if isInterrupted, !isHeld, !others.contains(where: \.isCall) {
      isInterrupted = false
      events.append(.interruptionEnded)
    }
    return events
  }
}

extension ServerStreamInfo {
  /// Whether the stream is a call.
  var isCall: Bool { role == StreamRole.phone.rawValue }

  /// Whether the stream is primary audio: music, video, or a call.
  var isPrimary: Bool {
    guard let role = role.flatMap({ StreamRole(rawValue: $0) }) else { return false }
    return role == .music || role == .video || role == .phone
  }
}

extension ServerSnapshot {
  /// The streams of other programs that can be heard, except short sounds.
  var otherStreams: [ServerStreamInfo] {
    streams.filter { !$0.isCorked && !$0.isOwn && $0.role != StreamRole.event.rawValue }
  }
}
