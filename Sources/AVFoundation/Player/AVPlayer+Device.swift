internal import AudioDevices
internal import AudioPlayback
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// The device of a player.
extension AVPlayer {
  /// The unique ID of the device that plays; `nil` for the default device.
  ///
  /// The ID is the value of `kAudioDevicePropertyDeviceUID`, in the form that the environment
  /// variable `OPENCOREAUDIO_DEVICE` accepts. A text in another form has no effect. A playing
  /// player moves to the device at once. If the device cannot be opened, the player fails. If the
  /// device is lost during playback, the player continues in silence, and returns when the device
  /// is back.
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
