internal import CoreAudioTypes
internal import Dispatch
internal import Synchronization

/// The clock behind a client's reference.
final class ClockObject: Sendable {
  static let all = HandleTable<ClockObject>()

  /// A client's function, and its data.
  struct Listener: Equatable, Sendable {
    var function: UInt
    var data: UInt
  }

  private struct State {
    var model: ClockModel
    var name: String?
    var reader = SyncReader()
    var listeners: [Listener] = []
    /// Whether a check for missing MIDI Time Code is due.
    var isChecking = false
  }

  private let state: Mutex<State>
  /// Calls listeners in the order of the events.
  private let queue = DispatchQueue(label: "CAClock")
  private let calls = ClientCalls()

  init?() {
    guard let model = ClockModel() else { return nil }
    state = Mutex(State(model: model))
  }

  static func find(_ reference: CAClockRef) throws(StatusError) -> ClockObject {
    guard let clock = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return clock
  }

  /// The present time of the reference in seconds.
  static var now: Double { seconds(AudioGetCurrentHostTime()) }

  static func seconds(_ hostTime: UInt64) -> Double {
    Double(AudioConvertHostTimeToNanos(hostTime)) / 1e9
  }

  static func hostTime(_ seconds: Double) -> UInt64 {
    AudioConvertNanosToHostTime(UInt64(max(0, min(seconds * 1e9, 1e19)).rounded()))
  }

  /// Reads the model, after a check for missing MIDI Time Code.
  func read<Result>(
    _ body: (ClockModel) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    check()
    let model = state.withLock { $0.model }
    return try body(model)
  }

  /// Changes the model, and notifies the listeners.
  func change(
    _ body: (inout ClockModel) throws(StatusError) -> [ClockModel.Event]
  ) throws(StatusError) {
    check()
    var failure: StatusError?
    let events = state.withLock { state -> [ClockModel.Event] in
      do throws(StatusError) {
        return try body(&state.model)
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    notify(events)
  }

  var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// Follows the bytes of a packet.
  func take(_ bytes: [UInt8], at reference: Double) {
    check()
    let (events, mustCheck) = state.withLock { state in
      let messages = bytes.compactMap { state.reader.take($0) }
      let events = messages.flatMap { state.model.take($0, at: reference) }
      let mustCheck = !state.isChecking && state.model.isFreewheelDue
      if mustCheck { state.isChecking = true }
      return (events, mustCheck)
    }
    notify(events)
    if mustCheck { checkLater() }
  }

  // MARK: Freewheeling

  private func check() {
    notify(state.withLock { $0.model.checkFreewheel(at: Self.now) })
  }

  /// Checks again when MIDI Time Code may have been missing for too long.
  private func checkLater() {
    let wait = state.withLock { $0.model.freewheelSeconds }
    queue.asyncAfter(deadline: .now() + max(0.01, min(wait, 3600))) { [weak self] in
      guard let self else { return }
      check()
      let mustContinue = state.withLock { state in
        state.isChecking = state.model.isFreewheelDue
        return state.isChecking
      }
      if mustContinue { checkLater() }
    }
  }

  // MARK: Listeners

  func add(_ listener: Listener) {
    state.withLock { if !$0.listeners.contains(listener) { $0.listeners.append(listener) } }
  }

  /// Removes a listener; returns whether it was added.
  ///
  /// The function waits for a call of the listener in progress, unless the listener makes this
  /// call.
  func remove(_ listener: Listener) -> Bool {
    let isRemoved = state.withLock { state in
      let count = state.listeners.count
      state.listeners.removeAll { $0 == listener }
      return state.listeners.count < count
    }
    calls.wait()
    return isRemoved
  }

  /// Removes all listeners.
  func end() {
    state.withLock { $0.listeners = [] }
    calls.wait()
  }

  private func notify(_ events: [ClockModel.Event]) {
    guard !events.isEmpty, state.withLock({ !$0.listeners.isEmpty }) else { return }
    queue.async { [self] in
      for event in events {
        for listener in state.withLock({ $0.listeners }) {
          calls.run(if: { state.withLock { $0.listeners.contains(listener) } }) {
            Self.call(listener, event)
          }
        }
      }
    }
  }

  private static func call(_ listener: Listener, _ event: ClockModel.Event) {
    // Safe: the client added this function with its data, and has not removed it.
    guard let data = unsafe UnsafeMutableRawPointer(bitPattern: listener.data) else { return }
    let function = unsafe unsafeBitCast(listener.function, to: CAClockListenerProc.self)
    var property: UInt32 = 0
    if case .changed(let value) = event { property = value }
    unsafe withUnsafePointer(to: &property) { unsafe function(data, message(event), $0) }
  }

  private static func message(_ event: ClockModel.Event) -> CAClockMessage {
    switch event {
    case .startTimeSet: .startTimeSet
    case .started: .started
    case .stopped: .stopped
    case .armed: .armed
    case .disarmed: .disarmed
    case .wrongFormat: .wrongSMPTEFormat
    case .changed: .propertyChanged
    }
  }
}
