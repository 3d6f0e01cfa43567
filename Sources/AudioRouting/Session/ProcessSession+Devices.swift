internal import AudioPlayback
package import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// The devices of the server, or the sound cards without a server.
extension ProcessSession {
  /// Starts to listen and to watch the server, or the cards without a server; repeated calls have
  /// no effect.
  package func begin() {
    listen()
    guard let serverDevice else { return beginCards() }
    let thread = thread
    let isWatched = watcher.withLock { watcher in
      if watcher == nil { watcher = serverDevice.watchServer { thread.post(.server($0)) } }
      return watcher != nil
    }
    if !isWatched { beginCards() }
  }

  /// Starts to watch the sound cards, unless they are watched already or a server has answered.
  func beginCards() {
    guard let cardDevice, !state.withLock({ $0.hasMetServer }) else { return }
    let (cards, thread) = (cards, thread)
    cardWatcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = cardDevice.watchCards(cards) { thread.post(.cards($0)) }
    }
  }

  /// Stops watching the cards.
  func endCards() {
    // The watch ends outside of the lock.
    _ = cardWatcher.withLock { watcher in
      defer { watcher = nil }
      return watcher
    }
  }

  /// The server's last answer, or the cards without a server; `nil` if neither is watched.
  package var snapshot: ServerSnapshot? {
    begin()
    if let snapshot = watcher.withLock({ $0 })?.snapshot { return snapshot }
    return cardsSnapshot
  }

  /// The server's current state, or the cards without a server; `nil` if neither is watched.
  package var freshSnapshot: ServerSnapshot? {
    begin()
    if let snapshot = watcher.withLock({ $0 })?.refreshed() { return snapshot }
    return cardsSnapshot
  }

  private var cardsSnapshot: ServerSnapshot? {
    beginCards()
    guard !state.withLock({ $0.hasMetServer }) else { return nil }
    return cardWatcher.withLock { $0 }?.snapshot
  }

  /// The devices to record from or play on: their names in the environment, and their titles.
  ///
  /// `OPENCOREAUDIO_INPUT` and `OPENCOREAUDIO_DEVICE` take the names. The monitors of a server's
  /// outputs follow its inputs.
  package func deviceNames(isOutput: Bool) -> [(name: String, title: String)] {
    guard let snapshot else { return [] }
    func name(_ device: String) -> String {
      guard let usual = knowsServer ? serverDevice : cardDevice else { return device }
      let address = usual.sibling(device)
      return isOutput ? DeviceKind.device(address).name : InputKind(address).name
    }
    if isOutput { return snapshot.outputs.map { (name($0.name), $0.title) } }
    let monitors = knowsServer ? snapshot.outputs : []
    return snapshot.inputs.map { (name($0.name), $0.title) }
      + monitors.map { (name($0.name + ".monitor"), "Monitor of \($0.title)") }
  }

  /// Whether a server answers now or has answered before.
  var knowsServer: Bool {
    if watcher.withLock({ $0 })?.snapshot != nil { return true }
    return state.withLock { $0.hasMetServer }
  }

  /// The current route; empty without a server and a card.
  package var route: SessionRoute {
    guard let snapshot else { return SessionRoute() }
    return route(snapshot, setup)
  }

  /// The hardware on the route, from the server's last answer.
  package var hardware: SessionHardware { hardware(snapshot) }

  /// The hardware on the route, after asking the server.
  package var freshHardware: SessionHardware { hardware(freshSnapshot) }

  /// Whether the volume of the recording device can be set; a server sets it, for all programs.
  package var canSetInputVolume: Bool { knowsServer && hardware.recordingDevice != nil }

  /// The time limit for a server to report a new volume, in nanoseconds.
  ///
  /// It may have chosen another volume.
  private static let volumePatience = 200_000_000

  /// Sets the volume of the recording device, 0 to 1.
  ///
  /// - Returns: False if the device or a server for it is missing.
  package func setInputVolume(_ volume: Double) -> Bool {
    guard let watcher = watcher.withLock({ $0 }), watcher.snapshot != nil,
      let device = hardware.recordingDevice
    else { return false }
    watcher.setVolume(volume, of: device)
    // PipeWire answers before the device has changed.
    let pause = Signal()
    let deadline = MonotonicClock.nanoseconds + Self.volumePatience
    while let snapshot = watcher.refreshed() {
      let now = snapshot.inputs.first { $0.name == device.name }?.volume ?? volume
      if abs(now - volume) < 0.001 || MonotonicClock.nanoseconds > deadline { return true }
      pause.wait(until: MonotonicClock.nanoseconds + 2_000_000)
    }
    return false
  }

  /// How much a device buffers ahead, in seconds.
  ///
  /// This is the granted length of the last opened stream, or else the length to request.
  package var bufferSeconds: Double {
    streams.grantedBufferSeconds ?? streams.bufferSeconds ?? PlaybackEngine.deviceSeconds
  }

  private func hardware(_ snapshot: ServerSnapshot?) -> SessionHardware {
    let setup = setup
    let present = snapshot.map { route($0, setup) } ?? SessionRoute()
    return SessionHardware(snapshot, present, preferredRate: setup.sampleRate)
  }

  /// The streams of other programs that can be heard now.
  package var otherStreams: [ServerStreamInfo] { others(freshSnapshot) }

  /// Whether some of the other streams are primary audio.
  package var othersArePrimary: Bool { otherStreams.contains { Self.isPrimary($0.role) } }

  /// Whether a call is in progress; false if no server is watched.
  var isCalledNow: Bool {
    guard let snapshot = watcher.withLock({ $0 })?.refreshed() else { return false }
    return Self.isCall(others(snapshot))
  }

  func others(_ snapshot: ServerSnapshot?) -> [ServerStreamInfo] {
    snapshot?.streams.filter {
      !$0.isCorked && !$0.isOwn && $0.role != StreamRole.event.rawValue
    } ?? []
  }

  func route(_ snapshot: ServerSnapshot, _ setup: SessionSetup) -> SessionRoute {
    SessionRoute(snapshot, setup, output: streams.output, input: streams.input)
  }
}
