extension AVAudioSession {
  /// What is at the other end of a port.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// What Apple knows it by.
    public var rawValue: String

    /// Makes one of what Apple knows it by.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What is plugged into the line input.
    public static let lineIn = Port(rawValue: "LineIn")
    /// A microphone that is part of the machine.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// What is plugged into the line output.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Headphones, or a headset.
    public static let headphones = Port(rawValue: "Headphones")
    /// Bluetooth in stereo.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// What is held to the ear.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// A loudspeaker that is part of the machine.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// A screen by HDMI.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// AirPlay, which Linux does not have.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// Bluetooth of low energy.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// Bluetooth as for telephones.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// A device on USB.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// A car.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// A device that is a program.
    public static let virtual = Port(rawValue: "Virtual")
    /// A card.
    public static let PCI = Port(rawValue: "PCI")
    /// A device on FireWire.
    public static let fireWire = Port(rawValue: "FireWire")
    /// A screen by DisplayPort.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// A device in an AVB network.
    public static let AVB = Port(rawValue: "AVB")
    /// A device on Thunderbolt.
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
    /// The microphone of a telephone near by, which Linux does not have.
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
  }
}
