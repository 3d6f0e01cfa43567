extension AVAudioSession {
  /// The kind of equipment that a port connects to.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the kind.
    public var rawValue: String

    /// Makes a kind from Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A line input.
    public static let lineIn = Port(rawValue: "LineIn")
    /// A built-in microphone.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a wired headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// A line output.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Headphones or a headset.
    public static let headphones = Port(rawValue: "Headphones")
    /// A Bluetooth stereo device.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// The receiver that the user holds to the ear.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// A built-in loudspeaker.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// An HDMI screen.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// AirPlay, which is unavailable on Linux.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// A Bluetooth Low Energy device.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// A Bluetooth hands-free device.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// A USB device.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// A car.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// A virtual device.
    public static let virtual = Port(rawValue: "Virtual")
    /// A PCI card.
    public static let PCI = Port(rawValue: "PCI")
    /// A FireWire device.
    public static let fireWire = Port(rawValue: "FireWire")
    /// A DisplayPort screen.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// A device in an AVB network.
    public static let AVB = Port(rawValue: "AVB")
    /// A Thunderbolt device.
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
    /// The microphone of a nearby phone, which is unavailable on Linux.
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
  }
}
