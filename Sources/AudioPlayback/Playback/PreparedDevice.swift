internal import AudioDevices
internal import AudioRealtime

/// A device that prepares on its own thread, before the format is certain.
struct PreparedDevice {
  let kind: DeviceKind
  private let device: any OutputDevice
  private let thread: AudioThread

  /// Starts preparing; `nil` if the device has nothing to prepare.
  ///
  /// - Parameters:
  ///   - kind: The device.
  ///   - choice: The destination of the sound.
  ///   - format: The expected format.
  ///   - bufferFrames: The expected buffer size.
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

  /// Waits until the device is ready, and returns it.
  func wait() -> any OutputDevice {
    thread.join()
    return device
  }

  /// Releases the device without waiting for it.
  func leave() { device.stop() }
}
