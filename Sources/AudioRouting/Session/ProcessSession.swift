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

  /// The common settings of the streams on the session's server.
  package let streams: ServerStreams
  let state = Mutex(SessionState())
  /// Held from a change of settings until all streams have applied it, so that the last setting
  /// wins.
  ///
  /// It is never held while an observer or a member runs. Take it before the lock of `state`. The
  /// server's threads never take it.
  let changing = Mutex(())
  /// The monotonic clock, in nanoseconds.
  let clock: @Sendable () -> Int
  let thread: EventThread<SessionItem>
  let watch: HardwareWatch

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
    let box = WeakSession()
    let thread = EventThread<SessionItem>(name: "oca-session") { item in box.session?.handle(item) }
    self.thread = thread
    watch = HardwareWatch(
      choice.kinds.compactMap(\.address), cards: cards, server: { thread.post(.server($0)) },
      cardsChanged: { thread.post(.cards($0)) })
    streams = ServerStreams.on(watch.serverDevice?.server)
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
      if !events.isEmpty { thread.post(.notify(events)) }
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
    if !events.isEmpty { thread.post(.notify(events)) }
  }

  /// Updates the route and returns the events to report.
  func reroute(
    _ state: inout SessionState, _ reason: (SessionRoute) -> SessionRoute.ChangeReason
  ) -> [SessionEvent] {
    state.reroute(route(_:_:), reason)
  }
}
