internal import AudioDevices
internal import AudioRealtime

/// A device that gets ready on a thread of its own, before the format of what it is to play is known.
struct PreparedDevice {
  let kind: DeviceKind
  private let device: any OutputDevice
  private let thread: AudioThread

  /// Starts; `nil` where the device has nothing to get ready.
  init?(_ kind: DeviceKind, _ choice: DeviceChoice) {
    guard
      let device = kind.makeDevice(
        isRetry: false, role: choice.role, channels: choice.channels),
      let preparation = device.preparation()
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
