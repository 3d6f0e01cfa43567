/// A server of PulseAudio's protocol: `pulse`.
///
/// `:` and the server's address can follow, then `#` and the name of a device.
struct PulseAudioBackend: BackendDriver {
  let inventory = DeviceInventory.server

  func address(named value: String, for direction: SoundDirection) -> DeviceAddress? {
    let parts = value.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = parts.first else { return nil }
    let device = parts.count > 1 ? String(parts[1]) : nil
    guard device != "" else { return nil }
    if head == "pulse" { return DeviceAddress(.pulseAudio, device: device) }
    guard head.hasPrefix("pulse:") else { return nil }
    return DeviceAddress(.pulseAudio, server: String(head.dropFirst(6)), device: device)
  }

  func name(of address: DeviceAddress, for direction: SoundDirection) -> String {
    "pulse" + (address.server.map { ":\($0)" } ?? "") + (address.device.map { "#\($0)" } ?? "")
  }

  func input(beside output: DeviceAddress) -> DeviceAddress {
    DeviceAddress(.pulseAudio, server: output.server)
  }

  #if PulseAudio
    let isAvailable = true

    func isReachable(_ address: DeviceAddress, for direction: SoundDirection) -> Bool {
      PulseAudioDevice.isReachable(server: address.server)
    }

    func makeOutput(_ address: DeviceAddress, _ request: OutputRequest) -> (any OutputDevice)? {
      PulseAudioDevice(
        server: address.server, sink: address.device, isRetry: request.isRetry,
        role: request.role, channels: request.channels)
    }

    func makeInput(_ address: DeviceAddress, _ request: InputRequest) -> (any InputDevice)? {
      PulseAudioInput(
        server: address.server, source: address.device, channels: request.channels,
        isRetry: request.isRetry)
    }

    func watchServer(
      _ server: String?, changed: @escaping @Sendable (ServerEvent) -> Void
    ) -> (any ServerWatch)? {
      ServerWatcher(server: server, changed: changed)
    }
  #else
    let isAvailable = false
  #endif
}
