internal import AudioDevices
internal import AudioModel
internal import CoreAudioTypes
internal import Synchronization

/// The device properties of a queue, as last reported to listeners.
struct AudioQueueDevice: Equatable, Sendable {
  /// The properties that change with the device.
  static let properties = [
    kAudioQueueProperty_CurrentDevice, kAudioQueueDeviceProperty_SampleRate,
    kAudioQueueDeviceProperty_NumberChannels,
  ]

  /// The name in the form of `OPENCOREAUDIO_DEVICE`.
  var name: String?
  /// The sample rate in hertz.
  var sampleRate: Double
  var channelCount: Int

  /// The properties that differ from another value.
  func changes(from other: AudioQueueDevice) -> [AudioQueuePropertyID] {
    let differs = [
      name != other.name, sampleRate != other.sampleRate, channelCount != other.channelCount,
    ]
    return zip(Self.properties, differs).filter(\.1).map(\.0)
  }
}

extension AudioQueueObject {
  /// The current device, or the queue's format while no device is open.
  var device: AudioQueueDevice {
    AudioQueueDevice(
      name: engine.deviceName, sampleRate: deviceSampleRate,
      channelCount: engine.deviceFormat?.channelCount ?? format.channelCount)
  }

  /// Notifies listeners of the device properties that changed since their last notification.
  ///
  /// For new listeners, the comparison starts when they were added.
  func noteDevice() {
    // Querying the device asks a server, so skip it if no listener exists.
    guard state.withLock({ $0.reportedDevice != nil }) else { return }
    let now = device
    let changes = state.withLock { state in
      defer { state.reportedDevice = now }
      return state.reportedDevice.map { now.changes(from: $0) } ?? []
    }
    for property in changes { notify(property) }
  }
}
