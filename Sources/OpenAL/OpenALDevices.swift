internal import AudioRealtime
internal import AudioRouting
internal import AudioToolbox
internal import COpenAL.Library
internal import Synchronization

/// The open devices of the process, and the names of devices.
enum OpenALDevices {
  private struct State {
    var playing: [UInt: OpenALDevice] = [:]
    var recording: [UInt: OpenALCapture] = [:]
    var error = ALC_NO_ERROR
    /// Strings that clients may keep, by their text.
    var strings: [String: UInt] = [:]
  }

  /// The name of the usual device, which `OPENCOREAUDIO_DEVICE` or `OPENCOREAUDIO_INPUT` selects.
  static let usualName = "OpenCoreAudio"
  private static let state = Mutex(State())

  /// The session, which watches the hardware.
  static var session: ProcessSession {
    _ = hasBegun
    return SharedSession.session
  }

  /// Begins the session outside a test's clock, because it watches real servers and cards.
  private static let hasBegun: Bool = VirtualClock.outside {
    _ = SharedSession.session.hardware
    return true
  }

  // MARK: Devices

  static func add(_ device: OpenALDevice) {
    state.withLock { $0.playing[device.handle] = device }
  }

  static func add(_ device: OpenALCapture) {
    state.withLock { $0.recording[device.handle] = device }
  }

  static func device(_ pointer: OpaquePointer?) -> OpenALDevice? {
    state.withLock { $0.playing[UInt(bitPattern: pointer)] }
  }

  static func capture(_ handle: UInt) -> OpenALCapture? {
    state.withLock { $0.recording[handle] }
  }

  static func capture(_ pointer: OpaquePointer?) -> OpenALCapture? {
    capture(UInt(bitPattern: pointer))
  }

  /// The device of a context.
  static func device(ofContext context: OpaquePointer?) -> OpenALDevice? {
    let address = UInt(bitPattern: context)
    return state.withLock { Array($0.playing.values) }.first { $0.owns(address) }
  }

  static func remove(_ device: OpenALDevice) {
    state.withLock { $0.playing[device.handle] = nil }
  }

  static func remove(_ device: OpenALCapture) {
    state.withLock { $0.recording[device.handle] = nil }
  }

  // MARK: Errors without a device

  static func note(_ error: ALCenum) {
    state.withLock { if $0.error == ALC_NO_ERROR { $0.error = error } }
  }

  static func takeError() -> ALCenum {
    let own = state.withLock { state in
      defer { state.error = ALC_NO_ERROR }
      return state.error
    }
    return own == ALC_NO_ERROR ? OCALibrary_alcGetError(nil) : own
  }

  // MARK: Names

  /// Whether a client's name selects the usual device.
  static func isUsual(_ name: String) -> Bool { name.isEmpty || name == usualName }

  /// The names of devices, the usual one first.
  static func names(isOutput: Bool) -> [String] {
    [usualName] + session.deviceNames(isOutput: isOutput).map(\.name)
  }

  /// A list of strings that lives as long as the process: a 0 ends each string, and another 0 the
  /// list.
  static func keptList(_ names: [String]) -> UnsafePointer<CChar>? {
    unsafe kept(names.map { $0 + "\0" }.joined() + "\0")
  }

  /// A string that lives as long as the process.
  static func kept(_ text: String) -> UnsafePointer<CChar>? {
    let address = state.withLock { state -> UInt in
      if let known = state.strings[text] { return known }
      let bytes = Array(text.utf8) + [0]
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
      // Safe: the memory has room for the bytes.
      for (index, byte) in bytes.enumerated() { unsafe memory[index] = byte }
      let address = UInt(bitPattern: memory)
      state.strings[text] = address
      return address
    }
    return unsafe UnsafePointer(bitPattern: address)
  }
}
