/// Files: `offline:` and the path of a WAV file to write, `file:` and the path of a file to record.
///
/// To record a file, the recorder makes an input itself, because the file must be decoded.
struct FileBackend: BackendDriver {
  let isAvailable = true
  let isAutomatic = false
  let keepsTime = false

  func address(named value: String, for direction: SoundDirection) -> DeviceAddress? {
    let prefix = prefix(direction)
    guard value.hasPrefix(prefix), value != prefix else { return nil }
    return DeviceAddress(.file, device: String(value.dropFirst(prefix.count)))
  }

  func name(of address: DeviceAddress, for direction: SoundDirection) -> String {
    prefix(direction) + (address.device ?? "")
  }

  func isReachable(_ address: DeviceAddress, for direction: SoundDirection) -> Bool { true }

  func makeOutput(_ address: DeviceAddress, _ request: OutputRequest) -> (any OutputDevice)? {
    guard request.channels == nil, let path = address.device else { return nil }
    return OfflineDevice(path: path)
  }

  private func prefix(_ direction: SoundDirection) -> String {
    switch direction {
    case .output: "offline:"
    case .input: "file:"
    }
  }
}
