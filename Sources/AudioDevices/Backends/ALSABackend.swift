/// ALSA: `alsa`, then optionally `:` and the name of a PCM.
struct ALSABackend: BackendDriver {
  let inventory = DeviceInventory.cards
  let defaultDevice: String? = "default"

  func address(named value: String, for direction: SoundDirection) -> DeviceAddress? {
    if value == "alsa" { return DeviceAddress(.alsa) }
    guard value.hasPrefix("alsa:"), value != "alsa:" else { return nil }
    return DeviceAddress(.alsa, device: String(value.dropFirst(5)))
  }

  func name(of address: DeviceAddress, for direction: SoundDirection) -> String {
    "alsa" + (address.device.map { ":" + $0 } ?? "")
  }

  func input(beside output: DeviceAddress) -> DeviceAddress { output }

  #if ALSA
    let isAvailable = true

    func isReachable(_ address: DeviceAddress, for direction: SoundDirection) -> Bool {
      switch direction {
      case .output: ALSADevice.isReachable(name: address.device)
      case .input: ALSAInput.isReachable(name: address.device)
      }
    }

    func makeOutput(_ address: DeviceAddress, _ request: OutputRequest) -> (any OutputDevice)? {
      request.channels == nil ? ALSADevice(name: address.device) : nil
    }

    func makeInput(_ address: DeviceAddress, _ request: InputRequest) -> (any InputDevice)? {
      request.channels == nil ? ALSAInput(name: address.device) : nil
    }

    func watchCards(
      _ cards: SoundCards, changed: @escaping @Sendable (ServerSnapshot) -> Void
    ) -> (any CardWatch)? {
      SoundCardWatcher(cards, changed: changed)
    }
  #else
    let isAvailable = false
  #endif
}
