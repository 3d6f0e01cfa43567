internal import AudioDevices
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// The functions that devices call, and the devices that run for them.
final class HardwareIO: Sendable {
  static let shared = HardwareIO(makeRun: run)

  /// Makes a run of a device, which passes the device's events to a closure.
  typealias MakeRun =
    @Sendable (
      HardwareDevice, HardwareFunction, @escaping @Sendable (DeviceEvent) -> Void
    ) -> any HardwareRun

  private struct Entry {
    var key: HardwareKey
    var function: HardwareFunction
    let source: HardwareSource
    /// Whether the client has started the function and not stopped it.
    var isWanted = false
    /// The number of starts.
    var attempt = 0
    /// The run of the device, until the device has stopped.
    var running: (any HardwareRun)?
    /// Held while the device starts.
    let turns = WaitingLock()
  }

  private struct State {
    var entries: [UInt: Entry] = [:]
    /// The devices of running units.
    var units: [ObjectIdentifier: (user: WeakHardwareUser, keys: [HardwareKey])] = [:]
    var last: UInt = 0
  }

  private let state = Mutex(State())
  private let makeRun: MakeRun

  init(makeRun: @escaping MakeRun) {
    self.makeRun = makeRun
  }

  private static let run: MakeRun = { device, function, events in
    device.key.isOutput
      ? HardwarePlayback(device, function, events) : HardwareCapture(device, function, events)
  }

  /// Adds a function; returns its number, which is not 0.
  func add(_ function: HardwareFunction, _ key: HardwareKey) -> UInt {
    state.withLock { state in
      state.last += 1
      state.entries[state.last] = Entry(key: key, function: function, source: .current)
      return state.last
    }
  }

  /// Stops and removes a function.
  func remove(_ number: UInt, _ key: HardwareKey) throws(StatusError) {
    let entry = state.withLock { state -> Entry? in
      guard let entry = state.entries[number], entry.key == key else { return nil }
      // A start in progress finds no entry and stops its device.
      state.entries[number] = nil
      entry.running?.calls.stop()
      return entry
    }
    guard let entry else { throw StatusError(kAudioHardwareIllegalOperationError) }
    end(entry.running, number, entry.source)
  }

  /// Changes the entry of a function.
  private func update<Result>(
    _ number: UInt, _ key: HardwareKey, _ body: (inout Entry) -> Result
  ) throws(StatusError) -> Result {
    let result = state.withLock { state -> Result? in
      guard var entry = state.entries[number], entry.key == key else { return nil }
      defer { state.entries[number] = entry }
      return body(&entry)
    }
    guard let result else { throw StatusError(kAudioHardwareIllegalOperationError) }
    return result
  }

  /// Whether a device runs for a function or a unit of this process.
  func isRunning(_ key: HardwareKey) -> Bool {
    state.withLock { state in
      state.units.values.contains { $0.keys.contains(key) }
        || state.entries.values.contains { $0.key == key && $0.running?.calls.isLive == true }
    }
  }

  /// Notes the devices that a unit uses from now on; an empty list if the unit has stopped.
  func noteUnit(_ unit: any HardwareUser, _ keys: [HardwareKey], _ source: HardwareSource) {
    state.withLock { state in
      state.units[ObjectIdentifier(unit)] = keys.isEmpty ? nil : (WeakHardwareUser(unit), keys)
    }
    HardwareListeners.shared.checkSoon(source)
  }

  // MARK: Starting

  /// Starts to call a function.
  func start(_ number: UInt, _ device: HardwareDevice) throws(StatusError) {
    try update(number, device.key) { $0.isWanted = true }
    try startWanted(number, device)
  }

  /// Starts the device of a function that the client has not stopped.
  private func startWanted(_ number: UInt, _ device: HardwareDevice) throws(StatusError) {
    let (turns, old) = try update(number, device.key) { ($0.turns, $0.running) }
    if let old, !old.calls.isLive, !old.calls.isThreadOfCaller { finish(old, number) }
    turns.take()
    defer { turns.give() }
    let entry = try update(number, device.key) { $0 }
    guard entry.isWanted, entry.running?.calls.isLive != true else { return }
    let attempt = try update(number, device.key) { entry -> Int in
      entry.attempt += 1
      return entry.attempt
    }
    let run = makeRun(device, entry.function) { [self] event in
      guard case .lost = event else { return }
      entry.source.thread.post { self.lose(number, attempt, device) }
    }
    do throws(DeviceError) {
      try run.start()
    } catch {
      try update(number, device.key) { $0.isWanted = false }
      throw StatusError(kAudioHardwareUnspecifiedError)
    }
    // The function may have been stopped or removed meanwhile.
    let isWanted = try? update(number, device.key) { entry -> Bool in
      guard entry.isWanted else { return false }
      entry.running = run
      run.calls.begin()
      return true
    }
    if isWanted != true { run.stop() }
  }

  // MARK: Stopping

  /// Stops calling a function.
  ///
  /// The call waits until the function no longer runs, unless the function itself makes the call.
  func stop(_ number: UInt, _ key: HardwareKey) throws(StatusError) {
    let (run, source) = try update(number, key) { entry in
      entry.isWanted = false
      entry.running?.calls.stop()
      return (entry.running, entry.source)
    }
    end(run, number, source)
  }

  /// Stops a device; a call from the function itself does not wait.
  private func end(_ run: (any HardwareRun)?, _ number: UInt, _ source: HardwareSource) {
    guard let run else { return }
    guard run.calls.isThreadOfCaller else { return finish(run, number) }
    source.thread.post { [self] in finish(run, number) }
  }

  /// Stops a device and waits for it.
  private func finish(_ run: any HardwareRun, _ number: UInt) {
    run.stop()
    state.withLock { state in
      if state.entries[number]?.running === run { state.entries[number]?.running = nil }
    }
  }

  /// Stops a function whose device is gone, unless the function has started again.
  private func lose(_ number: UInt, _ attempt: Int, _ device: HardwareDevice) {
    guard let entry = state.withLock({ $0.entries[number] }), entry.attempt == attempt else {
      return
    }
    try? stop(number, device.key)
    HardwareListeners.shared.note(
      kAudioDevicePropertyIOStoppedAbnormally, HardwareObjects.number(device.key))
    HardwareListeners.shared.checkSoon(entry.source)
  }

  // MARK: Restarting

  /// Restarts the functions of a running device soon, and notifies its units, to apply new
  /// settings.
  func restart(_ key: HardwareKey) {
    let (running, units) = state.withLock { state in
      (
        state.entries.filter { $0.value.key == key && $0.value.isWanted },
        state.units.values.filter { $0.keys.contains(key) }.map(\.user)
      )
    }
    for unit in units { unit.object?.deviceSettingsDidChange() }
    for (number, entry) in running {
      entry.source.thread.post { [self] in restart(number, key, entry.source) }
    }
  }

  private func restart(_ number: UInt, _ key: HardwareKey, _ source: HardwareSource) {
    let found = state.withLock { $0.entries[number] }
    // Waits for a start in progress.
    found?.turns.take()
    found?.turns.give()
    guard let device = source.list(isOutput: key.isOutput)[key],
      let entry = state.withLock({ $0.entries[number] }), entry.isWanted
    else { return }
    if let run = entry.running {
      run.calls.stop()
      finish(run, number)
    }
    do throws(StatusError) {
      try startWanted(number, device)
    } catch {
      let attempt = state.withLock { $0.entries[number]?.attempt }
      if let attempt { lose(number, attempt, device) }
    }
  }
}

/// A unit that uses devices while it runs.
protocol HardwareUser: AnyObject, Sendable {
  /// Follows, soon, a change of the rate or the slice size of one of the unit's devices.
  func deviceSettingsDidChange()
}

/// A reference that does not keep a unit.
struct WeakHardwareUser: Sendable {
  private(set) weak var object: (any HardwareUser)?

  init(_ object: any HardwareUser) { self.object = object }
}

/// A device that runs for a function.
protocol HardwareRun: AnyObject, Sendable {
  /// The calls of the function.
  var calls: HardwareCalls { get }
  func start() throws(DeviceError)
  /// Stops the device; after the return, the function no longer runs.
  func stop()
}
