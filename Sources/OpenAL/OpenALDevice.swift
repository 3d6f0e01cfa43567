internal import AudioDevices
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
internal import AudioToolbox
internal import COpenAL.Library
internal import Synchronization

/// A playback device of a client: a loopback device of OpenAL Soft, and the device that plays it.
///
/// The device plays from its first context to its last. Deactivation of the session pauses it, and
/// `alcMakeContextCurrent` or `alcProcessContext` resumes it.
@safe
final class OpenALDevice: @unchecked Sendable {
  // Unchecked: all state is constant or guarded by a lock.

  private struct State {
    var contexts: Set<UInt> = []
    var wishes = MixWishes()
    var voice: OpenALVoice?
    var member: Int?
    var isPaused = false
    var error = ALC_NO_ERROR
  }

  /// The library's device, as an address.
  let handle: UInt
  let name: String
  let watches = SourceWatches()
  private let playback: PulledPlayback
  private let loss = OpenALLoss()
  private let state = Mutex(State())
  /// Held while the device starts or stops.
  private let turns = WaitingLock()
  /// Held while the device pauses or plays on.
  private let pauses = WaitingLock()
  private let later = SerialThread(name: "oca-control")

  init(_ handle: UInt, name: String, choice: DeviceChoice) {
    self.handle = handle
    self.name = name
    let loss = loss
    playback = PulledPlayback(choice) { if case .lost = $0 { loss.note() } }
    loss.device = self
  }

  private var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: handle) }

  // MARK: Errors

  /// Notes an error that the library does not report.
  func note(_ error: ALCenum) {
    state.withLock { if $0.error == ALC_NO_ERROR { $0.error = error } }
  }

  /// Returns and clears the first error of this object, or else that of the library.
  func takeError() -> ALCenum {
    let own = state.withLock { state in
      defer { state.error = ALC_NO_ERROR }
      return state.error
    }
    return unsafe own == ALC_NO_ERROR ? OCALibrary_alcGetError(pointer) : own
  }

  // MARK: Contexts

  /// Makes a context; the first context starts the device.
  func makeContext(_ list: UnsafePointer<ALCint>?) -> OpaquePointer? {
    turns.take()
    defer { turns.give() }
    guard let (attributes, wishes) = unsafe attributes(list) else {
      note(ALC_INVALID_VALUE)
      return nil
    }
    let rate = mixRate
    // Safe: the library copies the list.
    let made = unsafe attributes.withUnsafeBufferPointer { list in
      unsafe OCALibrary_alcCreateContext(pointer, list.baseAddress)
    }
    guard let context = unsafe made else { return nil }
    let isFirst = state.withLock { state in
      state.wishes = wishes
      defer { state.contexts.insert(UInt(bitPattern: context)) }
      return state.contexts.isEmpty
    }
    guard isFirst || rate != mixRate else { return unsafe context }
    close()
    if open(isRetry: false) { return unsafe context }
    note(ALC_INVALID_DEVICE)
    removeContext(UInt(bitPattern: context))
    if !isFirst { _ = open(isRetry: true) }
    return nil
  }

  /// Deletes a context; the last one stops the device.
  func destroyContext(_ context: UInt) {
    // Remove the watches before taking the turn, because a running call may wait for the turn.
    watches.removeAll(ofContext: context)
    turns.take()
    defer { turns.give() }
    removeContext(context)
    if state.withLock({ $0.contexts.isEmpty }) { close() }
  }

  private func removeContext(_ context: UInt) {
    SpatialEffects.forget(context)
    // Safe: the library knows which contexts exist.
    unsafe OCALibrary_alcDestroyContext(OpaquePointer(bitPattern: context))
    state.withLock { state in
      state.contexts.remove(context)
      if state.contexts.isEmpty { (state.wishes, state.isPaused) = (MixWishes(), false) }
    }
  }

  func owns(_ context: UInt) -> Bool { state.withLock { $0.contexts.contains(context) } }

  /// Applies attributes to the contexts; returns whether the library accepts them.
  func reset(_ list: UnsafePointer<ALCint>?) -> Bool {
    turns.take()
    defer { turns.give() }
    guard let (attributes, wishes) = unsafe attributes(list) else { return false }
    let plays = state.withLock { !$0.contexts.isEmpty }
    if plays { close() }
    // Safe: the library copies the list.
    let isReset = unsafe attributes.withUnsafeBufferPointer { list in
      guard let base = list.baseAddress, let pointer = unsafe pointer else { return false }
      return unsafe OCAOpenALReset(pointer, base)
    }
    if plays, isReset { state.withLock { $0.wishes = wishes } }
    if !plays || open(isRetry: false) { return isReset }
    // Silence replaces the device, so that the sources continue.
    note(ALC_INVALID_DEVICE)
    _ = open(isRetry: true)
    return false
  }

  /// Applies the quality of the process, which replaces the client's attribute.
  func applyQuality() {
    state.withLock { $0.wishes.headRelated = nil }
    _ = unsafe reset(nil)
  }

  /// The attributes for the library, and the client's wishes with those of a list.
  private func attributes(
    _ list: UnsafePointer<ALCint>?
  ) -> (attributes: [ALCint], wishes: MixWishes)? {
    var wishes = state.withLock { $0.wishes }
    let attributes = unsafe MixSettings.current.attributes(
      list, usualRate: usualRate, wishes: &wishes)
    return attributes.map { ($0, wishes) }
  }

  /// Closes the library's device, unless it has contexts.
  func end() -> Bool {
    turns.take()
    defer { turns.give() }
    // The library would destroy the contexts.
    guard state.withLock({ $0.contexts.isEmpty }) else {
      note(ALC_INVALID_DEVICE)
      return false
    }
    close()
    return unsafe OCALibrary_alcCloseDevice(pointer) == ALC_TRUE
  }

  // MARK: Playing

  /// The rate of the mix, in hertz; 0 before the first context.
  var mixRate: ALCint { value(ALC_FREQUENCY) }

  /// A setting of the library's device.
  func value(_ name: ALCenum) -> ALCint {
    var value: ALCint = 0
    // Safe: the library writes one number.
    unsafe OCALibrary_alcGetIntegerv(pointer, name, 1, &value)
    return value
  }

  /// How often the library renders a block, in hertz.
  var blocksPerSecond: ALCint { max(1, mixRate / ALCint(OpenALVoice.blockFrames)) }

  private var usualRate: Double {
    if state.withLock({ !$0.contexts.isEmpty }) { return Double(mixRate) }
    let rate = OpenALDevices.session.hardware.sampleRate
    return MixSettings.rates.contains(rate) ? rate : 44_100
  }

  private var bufferSeconds: Double {
    PulledPlayback.bufferSeconds(preferring: SharedSession.session.setup.bufferSeconds)
  }

  /// Plays the mix, unless the session has paused it.
  ///
  /// One and a half buffers of the device wait in the ring.
  private func open(isRetry: Bool) -> Bool {
    let rate = Double(mixRate)
    guard MixSettings.rates.contains(rate) else { return false }
    let voice = OpenALVoice(
      device: handle, sampleRate: rate, aheadFrames: Int(1.5 * bufferSeconds * rate)
    ) { [watches] in watches.look() }
    do throws(DeviceError) {
      try playback.start(voice.frames, bufferSeconds: bufferSeconds, isRetry: isRetry)
    } catch {
      voice.end()
      return false
    }
    let member = SharedSession.session.join { [weak self] in self?.pauseForSession() ?? false }
    let isPaused = state.withLock { state in
      (state.voice, state.member) = (voice, member)
      return state.isPaused
    }
    if isPaused { applyPause() }
    return true
  }

  private func close() {
    let (voice, member) = state.withLock { state in
      defer { (state.voice, state.member) = (nil, nil) }
      return (state.voice, state.member)
    }
    if let member { SharedSession.session.leave(member) }
    playback.stop()
    voice?.end()
  }

  /// Pauses the mix; returns whether it was playing.
  func pauseForSession() -> Bool {
    let ran = state.withLock { state in
      guard state.voice != nil, !state.contexts.isEmpty else { return false }
      defer { state.isPaused = true }
      return !state.isPaused
    }
    if ran { applyPause() }
    return ran
  }

  /// Pauses or resumes the device, as the latest request states.
  private func applyPause() {
    pauses.take()
    defer { pauses.give() }
    playback.setPaused(state.withLock { $0.isPaused })
  }

  /// Resumes after a pause by the session.
  func resume() {
    let wasPaused = state.withLock { state in
      defer { state.isPaused = false }
      return state.isPaused
    }
    if wasPaused { applyPause() }
  }

  /// Continues on the next device after a loss.
  ///
  /// If no device works, the sources continue in silence, and an error informs the client.
  func deviceWasLost() {
    later.post { [weak self] in
      guard let self else { return }
      turns.take()
      defer { turns.give() }
      guard state.withLock({ $0.voice != nil }) else { return }
      let lost = playback.kind
      close()
      if !open(isRetry: true) || playback.kind == .null && lost != .null {
        note(ALC_INVALID_DEVICE)
      }
    }
  }
}

/// Notes the loss of the device that plays.
private final class OpenALLoss: @unchecked Sendable {
  // Unchecked: set once, before any other thread can read it.
  weak var device: OpenALDevice?

  func note() { device?.deviceWasLost() }
}
