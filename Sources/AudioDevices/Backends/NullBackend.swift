/// Silence, paced by the clock: `null`.
struct NullBackend: BackendDriver {
  let isAvailable = true

  func address(named value: String, for direction: SoundDirection) -> DeviceAddress? {
    value == "null" ? DeviceAddress(.null) : nil
  }

  func name(of address: DeviceAddress, for direction: SoundDirection) -> String { "null" }

  func isReachable(_ address: DeviceAddress, for direction: SoundDirection) -> Bool { true }

  func makeOutput(_ address: DeviceAddress, _ request: OutputRequest) -> (any OutputDevice)? {
    NullDevice()
  }

  func makeInput(_ address: DeviceAddress, _ request: InputRequest) -> (any InputDevice)? {
    NullInput()
  }
}
