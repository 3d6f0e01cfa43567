internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The properties of the device.
extension AudioQueueObject {
  static let deviceProperties: [AudioQueuePropertyID: Table.Property] = [
    kAudioQueueProperty_CurrentDevice: .init(
      { queue in queue.engine.deviceName.map { .object($0 as NSString) } },
      set: { (queue, value) throws(StatusError) in
        try queue.setDevice(try name(value))
      }),
    kAudioQueueProperty_ChannelAssignments: .init(
      nil,
      set: { (queue, value) throws(StatusError) in
        try queue.setChannels(try queue.channels(value))
      }),
    kAudioQueueDeviceProperty_SampleRate: .init { PropertyValue(Float64($0.deviceSampleRate)) },
    kAudioQueueDeviceProperty_NumberChannels: .init {
      PropertyValue(UInt32(clamping: $0.device.channelCount))
    },
  ]

  /// Makes a change that requires a stopped queue.
  private func whileStopped(_ body: () -> Void) throws(StatusError) {
    try state.withLock { (state) throws(StatusError) in
      guard !state.isRunning else { throw StatusError(kAudioQueueErr_InvalidRunState) }
      body()
    }
  }

  private func setDevice(_ name: String?) throws(StatusError) {
    switch direction {
    case .output(let player):
      guard var choice = DeviceChoice.named(name) else { break }
      return try whileStopped {
        choice.channels = player.choice.channels
        player.setChoice(choice)
      }
    case .input(let recorder):
      guard var choice = InputChoice.named(name) else { break }
      return try whileStopped {
        choice.channels = recorder.choice.channels
        recorder.setChoice(choice)
      }
    }
    throw StatusError(kAudioQueueErr_InvalidDevice)
  }

  private func setChannels(_ channels: DeviceChannels) throws(StatusError) {
    try whileStopped {
      switch direction {
      case .output(let player):
        var choice = player.choice
        choice.channels = channels
        player.setChoice(choice)
      case .input(let recorder):
        var choice = recorder.choice
        choice.channels = channels
        recorder.setChoice(choice)
      }
    }
  }

  /// The device channels that a client assigns, one for each channel of the queue.
  private func channels(_ value: SettingValue) throws(StatusError) -> DeviceChannels {
    let stride = unsafe MemoryLayout<AudioQueueChannelAssignment>.stride
    guard value.byteCount == stride * format.channelCount else {
      throw StatusError(kAudioQueueErr_InvalidPropertySize)
    }
    var channels = DeviceChannels(device: "", channels: [])
    for index in 0..<format.channelCount {
      // Safe: `value` holds an assignment per channel, and the client keeps the string alive during
      // the call.
      let place = unsafe value.memory + index * stride
      let name = try unsafe Self.name(SettingValue(memory: place, byteCount: 8))
      let number = unsafe place.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      guard let name, !name.isEmpty, number > 0, index == 0 || name == channels.device else {
        throw StatusError(kAudioQueueErr_InvalidPropertyValue)
      }
      channels.device = name
      channels.channels.append(Int(number) - 1)
    }
    return channels
  }

  /// The text of a `CFString` reference, or `nil` if the reference is null.
  private static func name(_ value: SettingValue) throws(StatusError) -> String? {
    guard value.byteCount == MemoryLayout<UInt>.size else {
      throw StatusError(kAudioQueueErr_InvalidPropertySize)
    }
    // Safe: the client keeps the string alive during the call.
    return try unsafe value.load(UnsafeRawPointer?.self).map {
      unsafe Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue() as String
    }
  }
}
