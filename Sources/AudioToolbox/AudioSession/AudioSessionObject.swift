internal import AudioRouting
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// What the C functions know of the session beyond the session itself: who is called, and where.
final class AudioSessionObject: Sendable {
  /// The one that clients know.
  static let shared = AudioSessionObject(SharedSession.session)

  /// A function that hears of a property.
  @safe
  struct Listener: @unchecked Sendable {
    // Sendable: the address is the client's and only handed back to it.
    var property: AudioSessionPropertyID
    var function: AudioSessionPropertyListener
    var clientData: UnsafeMutableRawPointer?

    /// Whether both are one registration.
    func matches(_ other: Listener) -> Bool {
      // Safe: function pointers are compared as the numbers that they are.
      unsafe property == other.property && clientData == other.clientData
        && unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other.function, to: UInt.self)
    }
  }

  /// The function that hears of interruptions.
  @safe
  struct InterruptionListener: @unchecked Sendable {
    // Sendable: the address is the client's and only handed back to it.
    var function: AudioSessionInterruptionListener
    var clientData: UnsafeMutableRawPointer?
  }

  private struct State {
    var isInitialized = false
    var source: RunLoopSource?
    var interruption: InterruptionListener?
    var listeners: [Listener] = []
    /// What there is to tell.
    var events: [SessionEvent] = []
    var interruptionType = UInt32(kAudioSessionInterruptionType_ShouldNotResume)
  }

  let session: ProcessSession
  private let state = Mutex(State())

  init(_ session: ProcessSession) {
    self.session = session
  }

  /// Sets where and by which function the client is called.
  ///
  /// - Throws: `kAudioSessionAlreadyInitialized` the second time.
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

  /// Sees that the client has initialised the session.
  ///
  /// - Throws: `kAudioSessionNotInitialized`.
  func checkInitialized() throws(StatusError) {
    guard state.withLock({ $0.isInitialized }) else {
      throw StatusError(OSStatus(kAudioSessionNotInitialized))
    }
  }

  /// Whether playing may go on after the last interruption.
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

  /// Tells the client what there is, on its run loop.
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

  /// Tells a value to those who listen to its property.
  private func tell<Value: BitwiseCopyable>(_ property: AudioSessionPropertyID, _ value: Value) {
    // Safe: the value is lent for the calls.
    unsafe withUnsafeBytes(of: value) { bytes in
      unsafe call(property, UInt32(bytes.count), bytes.baseAddress)
    }
  }

  /// Tells an object, whose reference goes in place of an address.
  private func tell(_ property: AudioSessionPropertyID, _ object: NSDictionary) {
    // Safe: the object lives for the calls.
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
      // One may have removed another.
      let isThere = state.withLock { $0.listeners.contains { $0.matches(listener) } }
      if isThere { unsafe listener.function(listener.clientData, property, size, data) }
    }
  }
}
