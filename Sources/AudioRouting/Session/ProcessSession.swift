package import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// The session of a process: the purpose of its sound, its route, and its interruptions.
///
/// The session receives the server's requests from ``listen()`` on, and watches the server from
/// ``begin()`` on. Its own thread notifies observers, in the order of the events.
package final class ProcessSession: Sendable {
  /// The reason why activation or deactivation fails.
  package enum ActivationError: Error, Equatable, Sendable {
    /// Sound of higher priority is still playing.
    case interrupted
    /// A member still ran at deactivation. The session is inactive now, and the member is paused.
    case busy
  }

  struct State {
    var setup = SessionSetup()
    var isActive = false
    var isInterrupted = false
    /// Whether a call has been seen since the interruption began.
    var hasSeenCall = false
    /// The last snapshot; after the loss of the server, the one before the loss.
    var snapshot: ServerSnapshot?
    var route: SessionRoute?
    var arrivals = PortArrivals()
    /// Whether a server has answered; from then on, only the server reports devices.
    var hasMetServer = false
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
  }

  /// An item for the session's thread.
  enum Item: Sendable {
    case server(ServerEvent)
    case cards(ServerSnapshot)
    case streams(ServerStreams.Event)
    case tell([SessionEvent])
  }

  /// The common settings of the streams on the session's server.
  package let streams: ServerStreams
  /// The first device of the choice on a sound server, or `nil`.
  let serverDevice: DeviceAddress?
  /// The first device of the choice on a sound card, or `nil`.
  let cardDevice: DeviceAddress?
  let cards: SoundCards
  let state = Mutex(State())
  /// Held from a change of settings until the streams know of it, so that they end with the last
  /// setting.
  ///
  /// It is never held while an observer or a member runs. Take it before the lock of `state`. The
  /// server's threads never take it.
  let changing = Mutex(())
  /// The monotonic clock, in nanoseconds.
  let clock: @Sendable () -> Int
  let thread: EventThread<Item>
  let watcher = Mutex<(any ServerWatch)?>(nil)
  let cardWatcher = Mutex<(any CardWatch)?>(nil)

  /// Makes a session on the first server and the first sound card of a choice of devices; opens no
  /// device yet.
  ///
  /// - Parameters:
  ///   - choice: The devices.
  ///   - cards: Makes the view of the cards from the PCM that the choice names.
  ///   - clock: The monotonic clock, in nanoseconds; it decides which ports are new.
  package init(
    _ choice: DeviceChoice,
    cards: (String?) -> SoundCards = { SoundCards(forcedPCM: $0) },
    clock: @escaping @Sendable () -> Int = { MonotonicClock.nanoseconds }
  ) {
    self.clock = clock
    let devices = choice.kinds.compactMap(\.address)
    serverDevice = devices.first(where: \.hasServer)
    cardDevice = devices.first(where: \.hasCards)
    self.cards = cards(cardDevice?.device)
    streams = ServerStreams.on(serverDevice?.server)
    let box = WeakSession()
    thread = EventThread(name: "oca-session") { item in box.session?.handle(item) }
    box.set(self)
  }

  deinit {
    streams.setObserver(of: self, nil)
    thread.close()
  }

  /// Starts to receive the server's requests; costs no time until one arrives.
  package func listen() {
    let thread = thread
    streams.setObserver(of: self) { thread.post(.streams($0)) }
  }

  // MARK: Observers

  /// Adds an observer of all events; returns the number for ``removeObserver(_:)``.
  @discardableResult
  package func observe(_ observer: @escaping @Sendable (SessionEvent) -> Void) -> Int {
    state.withLock { state in
      let number = state.makeNumber()
      state.observers[number] = observer
      return number
    }
  }

  /// Removes an observer.
  package func removeObserver(_ number: Int) {
    state.withLock { _ = $0.observers.removeValue(forKey: number) }
  }

  // MARK: Members

  /// Adds a member, which deactivation pauses.
  ///
  /// - Parameter pause: Pauses the member and returns whether it ran; called by the thread that
  ///   deactivates the session.
  /// - Returns: The number for ``leave(_:)``.
  package func join(_ pause: @escaping @Sendable () -> Bool) -> Int {
    state.withLock { state in
      let number = state.makeNumber()
      state.members[number] = pause
      return number
    }
  }

  /// Removes a member.
  package func leave(_ number: Int) {
    state.withLock { _ = $0.members.removeValue(forKey: number) }
  }

  // MARK: Settings

  package var setup: SessionSetup { state.withLock { $0.setup } }

  /// Changes the settings at once; another category ends the override.
  ///
  /// - Returns: False if the settings are inconsistent; then the session does not change.
  package func change(_ body: (inout SessionSetup) -> Void) -> Bool {
    changing.withLock { _ in
      let before = setup
      var setup = before
      body(&setup)
      guard setup.isConsistent else { return false }
      if setup.category != before.category { endOverride() }
      let events = state.withLock { state in
        state.setup = setup
        return reroute(&state) { _ in .category }
      }
      streams.setRole(setup.role)
      streams.setBufferSeconds(setup.bufferSeconds > 0 ? setup.bufferSeconds : nil)
      if !events.isEmpty { thread.post(.tell(events)) }
      return true
    }
  }

  package var isActive: Bool { state.withLock { $0.isActive } }
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Activates or deactivates the session; deactivation pauses its members.
  ///
  /// - Throws: ``ActivationError``.
  package func setActive(_ isActive: Bool) throws(ActivationError) {
    try state.withLock { (state) throws(ActivationError) in
      if isActive, state.isInterrupted { throw .interrupted }
      state.isActive = isActive
    }
    guard !isActive else { return }
    let members = state.withLock { Array($0.members.values) }
    var isBusy = false
    for pause in members where pause() { isBusy = true }
    if isBusy { throw .busy }
  }

  /// Sets the device to record from by name, or `nil` for the usual one.
  package func setInput(_ input: String?) {
    streams.input = input
    let events = state.withLock { state in reroute(&state) { _ in .override } }
    if !events.isEmpty { thread.post(.tell(events)) }
  }

  /// Updates the route and returns the events to report.
  func reroute(
    _ state: inout State, _ reason: (SessionRoute) -> SessionRoute.ChangeReason
  ) -> [SessionEvent] {
    guard let snapshot = state.snapshot else { return [] }
    let now = route(snapshot, state.setup)
    guard let old = state.route, old != now else {
      state.route = now
      return []
    }
    state.route = now
    return [.route(reason(now), previous: old)]
  }
}

/// A weak reference to a session, for its thread.
private final class WeakSession: Sendable {
  private struct Content { weak var session: ProcessSession? }
  private let content = Mutex(Content())

  var session: ProcessSession? { content.withLock { $0.session } }

  func set(_ session: ProcessSession) { content.withLock { $0.session = session } }
}
