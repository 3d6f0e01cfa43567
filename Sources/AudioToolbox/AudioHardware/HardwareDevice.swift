internal import AudioDevices
internal import CoreAudioTypes

/// The identity of a device, which does not depend on its object number.
struct HardwareKey: Hashable, Sendable {
  var isOutput: Bool
  var address: DeviceAddress
}

/// A device of the machine that plays or records.
struct HardwareDevice: Equatable, Sendable {
  var key: HardwareKey
  /// The name that stays the same.
  var uid: String
  /// The name for people.
  var name: String
  var manufacturer: String
  /// The rate of the hardware, in hertz; 44,100 if the device accepts every rate or states
  /// none.
  var sampleRate = 44_100.0
  var channelCount = 2
  /// The latency, in seconds.
  var latency = 0.0
  /// The volume, if a server keeps it.
  var volume: Double?
  var transport = kAudioDeviceTransportTypeVirtual
  var terminal = kAudioStreamTerminalTypeUnknown
  /// Whether streams play or record on the device.
  var isInUse = false
  /// The server's description, if there is a server.
  var served: ServerDevice?

  /// Makes the device that an environment variable names: silence, or a file.
  init(_ address: DeviceAddress, isOutput: Bool) {
    key = HardwareKey(isOutput: isOutput, address: address)
    name = isOutput ? DeviceKind.device(address).name : InputKind(address).name
    uid = name + (isOutput ? ":output" : ":input")
    manufacturer = "OpenCoreAudio"
  }

  /// Makes a device of a sound server, or of a sound card.
  init(_ device: ServerDevice, _ address: DeviceAddress, in snapshot: ServerSnapshot) {
    key = HardwareKey(isOutput: device.isOutput, address: address.sibling(device.name))
    uid = address.hasServer ? device.name : device.name + (device.isOutput ? ":output" : ":input")
    name = device.title
    manufacturer = address.hasServer ? "PulseAudio" : "ALSA"
    if device.sampleRate > 0 { sampleRate = device.sampleRate }
    if !device.channels.isEmpty { channelCount = device.channels.count }
    latency = max(device.latency, device.configuredLatency)
    transport = Self.transport(device)
    terminal = Self.terminal(device)
    guard address.hasServer else { return }
    volume = min(1, device.volume)
    isInUse = device.isOutput && snapshot.streams.contains { $0.device == device.index }
    served = device
  }

  private static func transport(_ device: ServerDevice) -> UInt32 {
    switch device.bus {
    case "usb": kAudioDeviceTransportTypeUSB
    case "bluetooth": kAudioDeviceTransportTypeBluetooth
    case "pci": kAudioDeviceTransportTypePCI
    case "firewire": kAudioDeviceTransportTypeFireWire
    default:
      device.isHardware ? kAudioDeviceTransportTypeUnknown : kAudioDeviceTransportTypeVirtual
    }
  }

  private static func terminal(_ device: ServerDevice) -> UInt32 {
    switch device.activePort?.kind {
    case .speaker: kAudioStreamTerminalTypeSpeaker
    case .headphones: kAudioStreamTerminalTypeHeadphones
    case .headset:
      device.isOutput
        ? kAudioStreamTerminalTypeHeadphones : kAudioStreamTerminalTypeHeadsetMicrophone
    case .microphone: kAudioStreamTerminalTypeMicrophone
    case .line: kAudioStreamTerminalTypeLine
    case .receiver, .handsFree:
      device.isOutput
        ? kAudioStreamTerminalTypeReceiverSpeaker : kAudioStreamTerminalTypeReceiverMicrophone
    case .hdmi: kAudioStreamTerminalTypeHDMI
    case .usb, .bluetooth, .car, .unknown, nil: kAudioStreamTerminalTypeUnknown
    }
  }
}

/// The devices at one time, and those that are used by default.
struct HardwareList: Equatable, Sendable {
  var devices: [HardwareDevice] = []
  var defaultOutput: HardwareKey?
  var defaultInput: HardwareKey?

  subscript(key: HardwareKey) -> HardwareDevice? { devices.first { $0.key == key } }

  /// Adds devices; the default device is the one with the name `usual`, or else the first.
  mutating func add(_ new: [HardwareDevice], isOutput: Bool, usual: String?) {
    devices += new
    let found = new.first { $0.key.address.device == usual || $0.served?.name == usual }
    let key = (found ?? new.first)?.key
    if isOutput { defaultOutput = key } else { defaultInput = key }
  }
}
