package import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// The devices of the sound server, or the sound cards without a server.
package final class HardwareWatch: Sendable {
  /// The first device of the choice on a sound server, or `nil`.
  let serverDevice: DeviceAddress?
  /// The first device of the choice on a sound card, or `nil`.
  private let cardDevice: DeviceAddress?
  private let cards: SoundCards
  private let server: @Sendable (ServerEvent) -> Void
  private let cardsChanged: @Sendable (ServerSnapshot) -> Void
  private let watcher = Mutex<(any ServerWatch)?>(nil)
  private let cardWatcher = Mutex<(any CardWatch)?>(nil)
  /// Whether a server has answered; from then on, only the server reports devices.
  private let metServer = Atomic(false)

  /// Prepares to watch devices.
  ///
  /// - Parameters:
  ///   - devices: The chosen devices.
  ///   - cards: Makes the view of the cards from the PCM that the choice names.
  ///   - server: Takes the server's events.
  ///   - cardsChanged: Takes the cards.
  package init(
    _ devices: [DeviceAddress], cards: (String?) -> SoundCards,
    server: @escaping @Sendable (ServerEvent) -> Void,
    cardsChanged: @escaping @Sendable (ServerSnapshot) -> Void
  ) {
    serverDevice = devices.first(where: \.hasServer)
    cardDevice = devices.first(where: \.hasCards)
    self.cards = cards(cardDevice?.device)
    self.server = server
    self.cardsChanged = cardsChanged
  }

  /// Starts to watch the server, or the cards without a server; repeated calls have no effect.
  package func begin() {
    guard let serverDevice else { return beginCards() }
    let isWatched = watcher.withLock { watcher in
      if watcher == nil { watcher = serverDevice.watchServer(changed: server) }
      return watcher != nil
    }
    if !isWatched { beginCards() }
  }

  /// The server's watch, if the server is watched.
  package var serverWatch: (any ServerWatch)? { watcher.withLock { $0 } }

  /// Whether a server has answered.
  package var hasMetServer: Bool { metServer.load(ordering: .acquiring) }

  /// Whether a server answers now or has answered before.
  package var knowsServer: Bool { serverWatch?.snapshot != nil || hasMetServer }

  /// Notes an answer of the server, which replaces the cards.
  package func noteServer() {
    metServer.store(true, ordering: .releasing)
    // The watch ends outside of the lock.
    _ = cardWatcher.withLock { watcher in
      defer { watcher = nil }
      return watcher
    }
  }

  /// Starts to watch the sound cards, unless they are watched already or a server has answered.
  package func beginCards() {
    guard let cardDevice, !hasMetServer else { return }
    cardWatcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = cardDevice.watchCards(cards, changed: cardsChanged)
    }
  }

  /// The server's last answer, or the cards without a server; `nil` if neither is watched.
  package var snapshot: ServerSnapshot? { serverWatch?.snapshot ?? cardsSnapshot }

  /// The server's current state, or the cards without a server; `nil` if neither is watched.
  package var freshSnapshot: ServerSnapshot? { serverWatch?.refreshed() ?? cardsSnapshot }

  private var cardsSnapshot: ServerSnapshot? {
    beginCards()
    return hasMetServer ? nil : cardWatcher.withLock { $0 }?.snapshot
  }

  /// The devices of a snapshot to play on: their names in the environment, and their titles.
  func outputNames(_ snapshot: ServerSnapshot) -> [(name: String, title: String)] {
    let usual = usualDevice
    return snapshot.outputs.map { output in
      (usual.map { DeviceKind.device($0.sibling(output.name)).name } ?? output.name, output.title)
    }
  }

  /// The devices of a snapshot to record from, and the monitors of a server's outputs.
  func inputNames(_ snapshot: ServerSnapshot) -> [(name: String, title: String)] {
    let usual = usualDevice
    func name(_ device: String) -> String {
      usual.map { InputKind($0.sibling(device)).name } ?? device
    }
    let monitors = knowsServer ? snapshot.outputs : []
    return snapshot.inputs.map { (name($0.name), $0.title) }
      + monitors.map { (name($0.name + ".monitor"), "Monitor of \($0.title)") }
  }

  /// The chosen device whose server or sound cards supply the list of devices.
  package var usualDevice: DeviceAddress? { knowsServer ? serverDevice : cardDevice }

  /// The time limit for a server to report a new volume, in nanoseconds.
  ///
  /// The server may choose another volume, so the wait needs a limit.
  private static let volumePatience = 200_000_000

  /// Sets the volume of a recording device, 0 to 1, and waits briefly until the server has done so.
  ///
  /// - Returns: False if the device or a server for it is missing, or if the server refuses.
  func setInputVolume(_ volume: Double, of device: ServerDevice?) -> Bool {
    guard let watcher = serverWatch, watcher.snapshot != nil, let device else { return false }
    guard watcher.setVolume(volume, of: device) else { return false }
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
}
