internal import AudioPlayback
package import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// What the server has, or the sound cards where there is none.
extension ProcessSession {
  /// Starts to watch the server, too, unless that has been done, or the cards where there is none.
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

  /// Starts to watch the sound cards, unless that has been done, or a server tells of devices.
  func beginCards() {
    guard let cardDevice, !state.withLock({ $0.hasMetServer }) else { return }
    let (cards, thread) = (cards, thread)
    cardWatcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = cardDevice.watchCards(cards) { thread.post(.cards($0)) }
    }
  }

  /// Watches the cards no more.
  func endCards() {
    // The watch ends outside of the lock.
    _ = cardWatcher.withLock { watcher in
      defer { watcher = nil }
      return watcher
    }
  }

  /// What the server had when it was last asked, or the cards where there is none; `nil` where neither is asked.
  package var snapshot: ServerSnapshot? {
    begin()
    if let snapshot = watcher.withLock({ $0 })?.snapshot { return snapshot }
    return cardsSnapshot
  }

  /// What the server has now, or the cards where there is none; `nil` where neither is asked.
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

  /// What can be recorded from, or played on, by the names that `OPENCOREAUDIO_INPUT` and `OPENCOREAUDIO_DEVICE` take, and those that
  /// people know: behind what a server records what its outputs play.
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
      + monitors.map { (name($0.name + ".monitor"), "what is played on \($0.title)") }
  }

  /// Whether a server answers, or has done so.
  var knowsServer: Bool {
    if watcher.withLock({ $0 })?.snapshot != nil { return true }
    return state.withLock { $0.hasMetServer }
  }

  /// Where sound goes and comes from now; nothing where there is neither a server nor a card.
  package var route: SessionRoute {
    guard let snapshot else { return SessionRoute() }
    return route(snapshot, setup)
  }

  /// What is known of the devices on the route.
  package var hardware: SessionHardware { hardware(snapshot) }

  /// The same, where the server is asked now.
  package var freshHardware: SessionHardware { hardware(freshSnapshot) }

  /// Whether the volume of the device that records can be set: a server does that, for all programs.
  package var canSetInputVolume: Bool { knowsServer && hardware.recordingDevice != nil }

  /// For how long a server may not tell of a volume that it was told, in nanoseconds; it may have chosen another one.
  private static let volumePatience = 200_000_000

  /// Sets the volume of the device that records, 0 to 1.
  ///
  /// - Returns: False where there is no such device, or no server for it.
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

  /// How much a device takes ahead, in seconds: what was granted to the stream that plays, or else what will be asked for.
  package var bufferSeconds: Double {
    streams.grantedBufferSeconds ?? streams.bufferSeconds ?? PlaybackEngine.deviceSeconds
  }

  private func hardware(_ snapshot: ServerSnapshot?) -> SessionHardware {
    let setup = setup
    let present = snapshot.map { route($0, setup) } ?? SessionRoute()
    return SessionHardware(snapshot, present, preferredRate: setup.sampleRate)
  }

  /// Streams of other programs that can be heard now.
  package var otherStreams: [ServerStreamInfo] { others(freshSnapshot) }

  /// Whether some of them are what is listened to.
  package var othersArePrimary: Bool { otherStreams.contains { Self.isPrimary($0.role) } }

  /// Whether there is a call now, as far as the server is watched.
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
