/// Which channel of a device each channel of a sound is.
package struct DeviceChannels: Hashable, Sendable {
  /// The device's name, which may have a colon and a port behind it.
  package var device: String
  /// For each channel of the sound the device's, counted from 0; `nil` where it is not heard or recorded.
  package var channels: [Int?]

  package init(device: String, channels: [Int?]) {
    self.device = device
    self.channels = channels
  }

  /// For each channel of a stream the device's as the server's library is told them: counted from 1, 0 for none.
  func numbers(_ channelCount: Int) -> [UInt32] {
    (0..<channelCount).map { index in
      guard index < channels.count, let channel = channels[index], channel >= 0 else { return 0 }
      return UInt32(clamping: channel + 1)
    }
  }
}
