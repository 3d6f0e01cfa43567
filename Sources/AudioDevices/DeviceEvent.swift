/// An event of a device during playback or recording.
package enum DeviceEvent: Sendable {
  /// The device is gone. This event comes once, and no event follows it.
  case lost
  /// The server has moved the stream to other hardware.
  case moved
}
