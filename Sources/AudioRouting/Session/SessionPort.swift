package import AudioDevices

/// A port of a device, as a session describes it.
package struct SessionPort: Equatable, Sendable {
  /// The kind of hardware at the port.
  ///
  /// The raw values are the names that clients know.
  package enum Kind: String, CaseIterable, Sendable {
    case lineOut = "LineOut"
    case headphones = "Headphones"
    case builtInReceiver = "Receiver"
    case builtInSpeaker = "Speaker"
    case hdmi = "HDMIOutput"
    case bluetoothA2DP = "BluetoothA2DPOutput"
    case lineIn = "LineIn"
    case builtInMic = "MicrophoneBuiltIn"
    case headsetMic = "MicrophoneWired"
    case bluetoothHFP = "BluetoothHFP"
    case usb = "USBAudio"
    case car = "CarAudio"
    case fireWire = "FireWire"
    case virtual = "Virtual"

    /// Whether the port is part of the machine.
    ///
    /// A card reports a built-in port as gone while another device is plugged in.
    var isBuiltIn: Bool {
      self == .builtInSpeaker || self == .builtInReceiver || self == .builtInMic
    }
  }

  package var kind: Kind
  /// The name to show to people.
  package var title: String
  /// The device's name on the server, and the port's name if the device has ports.
  package var device: String
  package var port: String?
  package var channels: [ServerChannel]

  /// A unique identifier of the port.
  package var identifier: String { port.map { "\(device):\($0)" } ?? device }

  /// The active port of a device.
  package init(_ device: ServerDevice) {
    self.init(device, port: device.activePort)
  }

  /// A port of a device, or the device itself if it has no ports.
  package init(_ device: ServerDevice, port: ServerPort?) {
    kind = device.isOutput ? Self.outputKind(device, port) : Self.inputKind(device, port)
    title = port?.title ?? device.title
    self.device = device.name
    self.port = port?.name
    channels = device.channels
  }

  /// Whether a server still has the port and does not report it as empty.
  func isAvailable(in snapshot: ServerSnapshot) -> Bool {
    guard let device = snapshot.devices.first(where: { $0.name == device }) else { return false }
    guard let port, let now = device.ports.first(where: { $0.name == port }) else { return true }
    return !now.isUnplugged
  }

  private static func outputKind(_ device: ServerDevice, _ port: ServerPort?) -> Kind {
    if device.bus == "bluetooth" {
      if port?.kind == .car || device.formFactor == "car" { return .car }
      let isTelephone = port?.kind == .handsFree || device.formFactor == "hands-free"
      return isTelephone ? .bluetoothHFP : .bluetoothA2DP
    }
    switch port?.kind {
    case .headphones, .headset: return .headphones
    case .speaker: return device.bus == "usb" ? .usb : .builtInSpeaker
    case .line: return .lineOut
    case .receiver: return .builtInReceiver
    case .hdmi: return .hdmi
    case .usb: return .usb
    case .bluetooth: return .bluetoothA2DP
    case .handsFree: return .bluetoothHFP
    case .car: return .car
    case .microphone, .unknown, nil: break
    }
    if device.bus == "usb" { return .usb }
    switch device.formFactor {
    case "headphone", "headset": return .headphones
    case "speaker", "internal", "portable", "computer": return .builtInSpeaker
    case "handset": return .builtInReceiver
    case "hands-free": return .bluetoothHFP
    case "hifi": return .lineOut
    case "tv": return .hdmi
    case "car": return .car
    default: break
    }
    if device.bus == "firewire" { return .fireWire }
    if device.name.contains("hdmi") { return .hdmi }
    return device.isHardware ? .lineOut : .virtual
  }

  private static func inputKind(_ device: ServerDevice, _ port: ServerPort?) -> Kind {
    if device.bus == "bluetooth" { return .bluetoothHFP }
    if device.bus == "usb" { return .usb }
    switch port?.kind {
    case .headset, .headphones: return .headsetMic
    case .microphone: return .builtInMic
    case .line: return .lineIn
    case .usb: return .usb
    case .bluetooth, .handsFree: return .bluetoothHFP
    case .car: return .car
    case .speaker, .receiver, .hdmi, .unknown, nil: break
    }
    switch device.formFactor {
    case "headset", "headphone": return .headsetMic
    case "microphone", "internal", "webcam", "portable", "computer": return .builtInMic
    case "hands-free": return .bluetoothHFP
    case "car": return .car
    default: break
    }
    if device.bus == "firewire" { return .fireWire }
    return device.isHardware ? .builtInMic : .virtual
  }
}
