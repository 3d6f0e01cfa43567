/// A device of a sound server that plays or records.
package struct ServerDevice: Equatable, Sendable {
  package var isOutput: Bool
  /// The server's number for the device.
  package var index: UInt32
  /// The server's name for the device.
  package var name: String
  /// The name to show to people.
  package var title: String
  /// The rate, in hertz.
  package var sampleRate = 0.0
  package var channels: [ServerChannel] = []
  /// 0 to 1; above 1 if the server amplifies samples.
  package var volume = 1.0
  /// The actual and the configured latency, in seconds.
  package var latency = 0.0
  package var configuredLatency = 0.0
  /// The device's form, such as `headphone`, `speaker`, `internal`, or `webcam`.
  ///
  /// Source: freedesktop.org, PulseAudio, Application Property List: `device.form_factor`,
  /// `device.bus`.
  package var formFactor: String?
  /// The device's connection, such as `pci`, `usb`, or `bluetooth`.
  package var bus: String?
  package var isHardware = false
  package var ports: [ServerPort] = []

  package init(isOutput: Bool, index: UInt32, name: String, title: String) {
    self.isOutput = isOutput
    self.index = index
    self.name = name
    self.title = title
  }

  package var activePort: ServerPort? { ports.first { $0.isActive } }
}
