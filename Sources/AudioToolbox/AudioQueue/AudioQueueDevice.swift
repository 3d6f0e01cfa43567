internal import AudioDevices
internal import AudioModel
internal import CoreAudioTypes
internal import Synchronization

/// What clients can ask of the device of a queue, as listeners were told it last.
struct AudioQueueDevice: Equatable, Sendable {
  /// The properties that change with the device.
  static let properties = [
    kAudioQueueProperty_CurrentDevice, kAudioQueueDeviceProperty_SampleRate,
    kAudioQueueDeviceProperty_NumberChannels,
  ]

  /// As `OPENCOREAUDIO_DEVICE` names it.
  var name: String?
  /// In hertz.
  var sampleRate: Double
  var channelCount: Int

  /// The properties that differ.
  func changes(from other: AudioQueueDevice) -> [AudioQueuePropertyID] {
    let differs = [
      name != other.name, sampleRate != other.sampleRate, channelCount != other.channelCount,
    ]
    return zip(Self.properties, differs).filter(\.1).map(\.0)
  }
}

extension AudioQueueObject {
  /// The device now; that of the queue's format while there is none.
  var device: AudioQueueDevice {
    AudioQueueDevice(
      name: engine.deviceName, sampleRate: deviceSampleRate,
      channelCount: engine.deviceFormat?.channelCount ?? format.channelCount)
  }

  /// Tells those who listen to the device what has changed since they were told last, or began to listen.
  func noteDevice() {
    // A server is asked for what it plays on, so only where somebody wants to know.
    guard state.withLock({ $0.toldDevice != nil }) else { return }
    let now = device
    let changes = state.withLock { state in
      defer { state.toldDevice = now }
      return state.toldDevice.map { now.changes(from: $0) } ?? []
    }
    for property in changes { notify(property) }
  }
}
