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

extension AVPlayer {
  static func makeCore() -> (ItemPlayer, PlayerRelay) {
    (ItemPlayer(choice: AudioQueueDevices.chosen ?? .automatic), PlayerRelay())
  }

  /// Ends the making of a player.
  func begin(with item: AVPlayerItem?) {
    relay.player = self
    core.setObserver(relay)
    listen(to: nil)
    if AudioQueueDevices.chosen == nil { fail(AVError(.device, of: "OPENCOREAUDIO_DEVICE")) }
    if let item { append(item) }
  }

  func setEndAction(_ action: ActionAtItemEnd) {
    properties.change(self, \.actionAtItemEnd) { published.withLock { $0.endAction = action } }
    switch action {
    case .advance: core.setEndAction(.advance)
    case .pause: core.setEndAction(.pause)
    case .none: core.setEndAction(.none)
    }
  }

  func applyVolume() {
    let (volume, isMuted) = published.withLock { ($0.volume, $0.isMuted) }
    core.setVolume(volume, isMuted: isMuted)
  }

  func applyAlgorithm() {
    let algorithm = published.withLock { $0.items.first }?.appliedAlgorithm
    core.setVarispeed(algorithm == .varispeed)
  }
}
