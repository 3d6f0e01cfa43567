internal import AudioDevices
internal import AudioPlayback
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// The device of a player.
extension AVPlayer {
  /// The unique ID of the device that plays; `nil` for the default device.
  ///
  /// The ID is that of `kAudioDevicePropertyDeviceUID`, and has the form of `OPENCOREAUDIO_DEVICE`.
  /// A text of another form has no effect. A playing player moves to the device at once. If the
  /// device cannot be opened, the player fails. If it is lost during playback, the player continues
  /// in silence, and returns when the device is back.
  public var audioOutputDeviceUniqueID: String? {
    get { published.withLock { $0.deviceID } }
    set {
      let named = newValue.flatMap { $0.isEmpty ? nil : DeviceChoice.named($0) }
      guard newValue == nil || named != nil, let choice = named ?? AudioQueueDevices.chosen
      else { return }
      published.withLock { $0.deviceID = newValue }
      core.setChoice(choice)
    }
  }
}
