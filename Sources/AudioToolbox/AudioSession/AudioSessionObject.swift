internal import AudioRouting
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The state of the C session functions beyond the session itself: the listeners and their run
/// loop.
final class AudioSessionObject: Sendable {
  /// The session of the C functions.
  static let shared = AudioSessionObject(SharedSession.session)

  /// A registered property listener.
  @safe
  struct Listener: @unchecked Sendable {
    // Sendable: the pointer is only passed back to the client.
    var property: AudioSessionPropertyID
    var function: AudioSessionPropertyListener
    var clientData: UnsafeMutableRawPointer?

    /// Whether both describe the same registration.
    func matches(_ other: Listener) -> Bool {
      // Safe: the function pointers are only compared.
      unsafe property == other.property && clientData == other.clientData
        && unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other.function, to: UInt.self)
    }
  }

  /// The listener for interruptions.
  @safe
  struct InterruptionListener: @unchecked Sendable {
    // Sendable: the pointer is only passed back to the client.
    var function: AudioSessionInterruptionListener
    var clientData: UnsafeMutableRawPointer?
  }

  private struct State {
    var isInitialized = false
    var source: RunLoopSource?
    var interruption: InterruptionListener?
    var listeners: [Listener] = []
    /// The pending events.
    var events: [SessionEvent] = []
    var interruptionType = UInt32(kAudioSessionInterruptionType_ShouldNotResume)
  }

  let session: ProcessSession
  private let state = Mutex(State())

  init(_ session: ProcessSession) {
    self.session = session
  }

  /// Sets the run loop and the interruption listener of the client.
  ///
  /// - Throws: `kAudioSessionAlreadyInitialized` if the session is already initialized.
  func initialize(
    _ runLoop: CFRunLoop, _ mode: CFRunLoopMode, _ interruption: InterruptionListener?
  ) throws(StatusError) {
    let isFirst = state.withLock { state -> Bool in
      guard !state.isInitialized else { return false }
      state.isInitialized = true
      state.interruption = interruption
      return true
    }
    guard isFirst else { throw StatusError(OSStatus(kAudioSessionAlreadyInitialized)) }
    let source = RunLoopSource(runLoop, mode) { [self] in deliver() }
    state.withLock { $0.source = source }
    session.observe { [weak self] event in self?.post(event) }
    session.begin()
  }

  /// Checks that the client has initialized the session.
  ///
  /// - Throws: `kAudioSessionNotInitialized`.
  func checkInitialized() throws(StatusError) {
    guard state.withLock({ $0.isInitialized }) else {
      throw StatusError(OSStatus(kAudioSessionNotInitialized))
    }
  }

  /// Whether playback may resume after the last interruption.
  var interruptionType: UInt32 { state.withLock { $0.interruptionType } }

  // MARK: Listeners

  func add(_ listener: Listener) {
    state.withLock { $0.listeners.append(listener) }
  }

  func remove(_ listener: Listener) {
    state.withLock { $0.listeners.removeAll { $0.matches(listener) } }
  }

  func removeListeners(of property: AudioSessionPropertyID) {
    state.withLock { $0.listeners.removeAll { $0.property == property } }
  }

  private func post(_ event: SessionEvent) {
    let source = state.withLock { state in
      state.events.append(event)
      return state.source
    }
    source?.signal()
  }

  /// Delivers pending events to the client, on its run loop.
  private func deliver() {
    while let event = state.withLock({ state in
      state.events.isEmpty ? nil : state.events.removeFirst()
    }) {
      switch event {
      case .interruptionBegan: tellInterruption(UInt32(kAudioSessionBeginInterruption))
      case .interruptionEnded:
        state.withLock {
          $0.interruptionType = UInt32(kAudioSessionInterruptionType_ShouldResume)
        }
        tellInterruption(UInt32(kAudioSessionEndInterruption))
      case .route(let reason, let previous):
        let now = session.route
        let change = AudioSessionRoute.change(reason, from: previous, to: now)
        tell(AudioSessionPropertyID(kAudioSessionProperty_AudioRouteChange), change)
      case .serverLost:
        tell(AudioSessionPropertyID(kAudioSessionProperty_ServerDied), UInt32(1))
      case .outputVolume(let volume):
        let property = AudioSessionPropertyID(
          kAudioSessionProperty_CurrentHardwareOutputVolume)
        tell(property, Float32(volume))
      case .inputVolume(let volume):
        tell(AudioSessionPropertyID(kAudioSessionProperty_InputGainScalar), Float32(volume))
      case .inputAvailable(let isAvailable):
        let property = AudioSessionPropertyID(kAudioSessionProperty_AudioInputAvailable)
        tell(property, UInt32(isAvailable ? 1 : 0))
      case .serverReturned, .othersPlay: break
      }
    }
  }

  private func tellInterruption(_ state: UInt32) {
    guard let listener = self.state.withLock({ $0.interruption }) else { return }
    unsafe listener.function(listener.clientData, state)
  }

  /// Passes a value to the listeners of its property.
  private func tell<Value: BitwiseCopyable>(_ property: AudioSessionPropertyID, _ value: Value) {
    // Safe: the value outlives the calls.
    unsafe withUnsafeBytes(of: value) { bytes in
      unsafe call(property, UInt32(bytes.count), bytes.baseAddress)
    }
  }

  /// Passes an object to the listeners of its property, with its reference in place of a pointer to
  /// a value.
  private func tell(_ property: AudioSessionPropertyID, _ object: NSDictionary) {
    // Safe: the object outlives the calls.
    withExtendedLifetime(object) {
      let reference = unsafe Unmanaged.passUnretained(object).toOpaque()
      unsafe call(property, UInt32(MemoryLayout<UInt>.size), UnsafeRawPointer(reference))
    }
  }

  private func call(
    _ property: AudioSessionPropertyID, _ size: UInt32, _ data: UnsafeRawPointer?
  ) {
    let listeners = state.withLock { $0.listeners }
    for listener in listeners where listener.property == property {
      // A listener may have removed another one.
      let isThere = state.withLock { $0.listeners.contains { $0.matches(listener) } }
      if isThere { unsafe listener.function(listener.clientData, property, size, data) }
    }
  }
}
