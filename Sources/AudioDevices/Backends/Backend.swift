/// The backends, best first: the only list of them.
///
/// The choices of devices, the search for a lost device, and the session all use this list. A new
/// backend is one case here, and one type that conforms to ``BackendDriver``.
package enum Backend: CaseIterable, Sendable {
  case pulseAudio
  case alsa
  case null
  case file

  var driver: any BackendDriver {
    switch self {
    case .pulseAudio: PulseAudioBackend()
    case .alsa: ALSABackend()
    case .null: NullBackend()
    case .file: FileBackend()
    }
  }

  /// The devices to try if the environment names no device, best first; the last one always works.
  static var automatic: [DeviceAddress] {
    allCases.filter { $0.driver.isAvailable && $0.driver.isAutomatic }.map { DeviceAddress($0) }
  }
}

/// Whether sound leaves the program or enters it.
enum SoundDirection: Sendable {
  case output
  case input
}
