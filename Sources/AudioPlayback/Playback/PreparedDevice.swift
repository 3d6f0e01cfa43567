internal import AudioDevices
internal import AudioRealtime

/// A device that gets ready on a thread of its own, before it is certain what it is to play.
struct PreparedDevice {
  let kind: DeviceKind
  private let device: any OutputDevice
  private let thread: AudioThread

  /// Starts; `nil` where the device has nothing to get ready.
  ///
  /// - Parameters:
  ///   - kind: Which device.
  ///   - choice: Where the sound is to go.
  ///   - format: What it will most likely play.
  ///   - bufferFrames: How much it will most likely be allowed to take.
  init?(_ kind: DeviceKind, _ choice: DeviceChoice, _ format: DeviceFormat, bufferFrames: Int) {
    guard
      let device = kind.makeDevice(
        isRetry: false, role: choice.role, channels: choice.channels),
      let preparation = device.preparation(for: format, bufferFrames: bufferFrames)
    else { return nil }
    self.kind = kind
    self.device = device
    thread = AudioThread(name: "oca-prepare", body: preparation)
  }

  /// Waits until the device is ready, and gives it.
  func wait() -> any OutputDevice {
    thread.join()
    return device
  }

  /// Lets go of the device, without waiting for it.
  func leave() { device.stop() }
}
