/// Something that plays or records.
package struct ServerDevice: Equatable, Sendable {
  package var isOutput: Bool
  /// The server's number of it.
  package var index: UInt32
  /// What the server knows it by.
  package var name: String
  /// What people know it by.
  package var title: String
  /// In hertz.
  package var sampleRate = 0.0
  package var channels: [ServerChannel] = []
  /// 0 to 1, more where samples are made louder.
  package var volume = 1.0
  /// What was on its way in the device, and what it is set up for, in seconds.
  package var latency = 0.0
  package var configuredLatency = 0.0
  /// What it looks like, as `headphone`, `speaker`, `internal` or `webcam`.
  ///
  /// Source: freedesktop.org, PulseAudio, Application Property List: `device.form_factor`, `device.bus`.
  package var formFactor: String?
  /// How it is connected, as `pci`, `usb` or `bluetooth`.
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
