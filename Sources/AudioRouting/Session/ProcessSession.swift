package import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// The session of a process: what its sound is for, where it goes, and when it has to be silent.
///
/// Hears what the server asks of streams from ``listen()`` on, and watches it from ``begin()`` on. Those who observe it are told on a thread of its own, in the
/// order in which things came to pass.
package final class ProcessSession: Sendable {
  /// Why a session cannot be made active.
  package enum ActivationError: Error, Equatable, Sendable {
    /// Something that comes first still sounds.
    case interrupted
    /// Something of the session still ran when it was made inactive, which it is now; what ran has been paused.
    case busy
  }

  struct State {
    var setup = SessionSetup()
    var isActive = false
    var isInterrupted = false
    /// Whether there has been a call since the interruption began.
    var hasSeenCall = false
    /// The last word of the server; what was before the loss while it is lost.
    var snapshot: ServerSnapshot?
    var route: SessionRoute?
    var arrivals = PortArrivals()
    /// Whether a server has answered; from then on it is what tells of devices.
    var hasMetServer = false
    var isServerLost = false
    var othersPlay = false
    /// The wish for a loudspeaker, as long as it holds.
    var override: SpeakerOverride?
    var observers: [Int: @Sendable (SessionEvent) -> Void] = [:]
    /// What pauses those that play or record, and tells whether they did.
    var members: [Int: @Sendable () -> Bool] = [:]
    private var lastNumber = 0

    /// A number that no observer and no member has.
    mutating func makeNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  /// What the session's thread handles.
  enum Item: Sendable {
    case server(ServerEvent)
    case cards(ServerSnapshot)
    case streams(ServerStreams.Event)
    case tell([SessionEvent])
  }

  /// What streams on the session's server have in common.
  package let streams: ServerStreams
  /// The first device of the choice that a sound server has, or `nil`.
  let serverDevice: DeviceAddress?
  /// The first device of the choice on a sound card, or `nil`.
  let cardDevice: DeviceAddress?
  let cards: SoundCards
  let state = Mutex(State())
  /// Held from a change of what is wished for until the streams know of it, so that what streams were told last is the last wish.
  ///
  /// Never while an observer or a member is called; taken before the lock of `state`. The server's threads never take it.
  let changing = Mutex(())
  /// The monotonic clock, in nanoseconds.
  let clock: @Sendable () -> Int
  let thread: EventThread<Item>
  let watcher = Mutex<(any ServerWatch)?>(nil)
  let cardWatcher = Mutex<(any CardWatch)?>(nil)

  /// Makes a session on the first sound server of a choice of devices, and on the sound cards where it has them; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - choice: The devices.
  ///   - cards: Makes what looks at the cards; is given the PCM that the choice names.
  ///   - clock: The monotonic clock, in nanoseconds, which tells what is new.
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

  /// Hears from now on what the server asks of streams: costs nothing until it does.
  package func listen() {
    let thread = thread
    streams.setObserver(of: self) { thread.post(.streams($0)) }
  }

  // MARK: Observers

  /// Has a closure told of all that happens; returns what ends that.
  @discardableResult
  package func observe(_ observer: @escaping @Sendable (SessionEvent) -> Void) -> Int {
    state.withLock { state in
      let number = state.makeNumber()
      state.observers[number] = observer
      return number
    }
  }

  /// Tells an observer nothing any more.
  package func removeObserver(_ number: Int) {
    state.withLock { _ = $0.observers.removeValue(forKey: number) }
  }

  // MARK: Members

  /// Has what plays or records paused where the session is made inactive.
  ///
  /// - Parameter pause: Pauses it, and tells whether it ran; called by whoever makes the session inactive.
  /// - Returns: What ``leave(_:)`` takes.
  package func join(_ pause: @escaping @Sendable () -> Bool) -> Int {
    state.withLock { state in
      let number = state.makeNumber()
      state.members[number] = pause
      return number
    }
  }

  /// Pauses a member no more.
  package func leave(_ number: Int) {
    state.withLock { _ = $0.members.removeValue(forKey: number) }
  }

  // MARK: Setting up

  package var setup: SessionSetup { state.withLock { $0.setup } }

  /// Changes what the session is for, at once; another category ends the override.
  ///
  /// - Returns: False where that does not go together; all is then as before.
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

  /// Makes the session active or no more so; then its members are paused.
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

  /// Sets the device to record from, by its name, or `nil` for the usual one.
  package func setInput(_ input: String?) {
    streams.input = input
    let events = state.withLock { state in reroute(&state) { _ in .override } }
    if !events.isEmpty { thread.post(.tell(events)) }
  }

  /// Brings the route up to date, and gives what is to be told of that.
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

/// A session as its own thread knows it, which does not keep it.
private final class WeakSession: Sendable {
  private struct Content { weak var session: ProcessSession? }
  private let content = Mutex(Content())

  var session: ProcessSession? { content.withLock { $0.session } }

  func set(_ session: ProcessSession) { content.withLock { $0.session = session } }
}
