internal import Synchronization

/// A command that changes the volume of the program's sound.
///
/// Apple's systems have no such command, because their volume belongs to the device. Players of
/// MPRIS have their own volume.
open class OpenCoreAudioChangeVolumeCommand: MPRemoteCommand, @unchecked Sendable {
  private let volume = Mutex<Float>(1)

  /// The current volume, which other programs see: 0 is silent, 1 is unchanged.
  ///
  /// The client must set it, even after its own handler has carried out a command.
  open var currentVolume: Float {
    get { volume.withLock { $0 } }
    set {
      guard newValue.isFinite else { return }
      volume.withLock { $0 = max(0, newValue) }
      commandDidChange()
    }
  }
}

/// A change of the volume.
open class OpenCoreAudioChangeVolumeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested volume: 0 is silent, 1 is unchanged.
  public let volume: Float

  init(_ command: MPRemoteCommand, volume: Float) {
    self.volume = volume
    super.init(command)
  }
}
