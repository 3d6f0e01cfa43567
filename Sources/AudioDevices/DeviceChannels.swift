/// The mapping from the channels of a sound to the channels of a device.
package struct DeviceChannels: Hashable, Sendable {
  /// The device's name, optionally followed by a colon and a port.
  package var device: String
  /// The device channel for each channel of the sound, counted from 0; `nil` for an unused channel.
  package var channels: [Int?]

  package init(device: String, channels: [Int?]) {
    self.device = device
    self.channels = channels
  }

  /// The device channel for each channel of a stream, in the server library's numbering.
  ///
  /// Numbers count from 1; 0 means no channel.
  func numbers(_ channelCount: Int) -> [UInt32] {
    (0..<channelCount).map { index in
      guard index < channels.count, let channel = channels[index], channel >= 0 else { return 0 }
      return UInt32(clamping: channel + 1)
    }
  }
}
