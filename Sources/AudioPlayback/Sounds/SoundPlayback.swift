package import AudioCodecs
package import AudioDevices
internal import AudioModel
internal import Synchronization

/// One playback of a sound, to its end or until it is cut off.
package final class SoundPlayback: Sendable {
  private let sound: DecodedSound
  private let engine: PlaybackEngine
  private let ended: @Sendable () -> Void
  private let isOver = Atomic(false)

  /// Whether everything has played, even before the owner knows.
  package var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Prepares a playback, without opening a device.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - choice: The devices to try.
  ///   - ended: Called on the feeding thread when everything has played.
  package init(
    _ sound: DecodedSound, choice: DeviceChoice, ended: @escaping @Sendable () -> Void
  ) {
    self.sound = sound
    self.ended = ended
    engine = PlaybackEngine(format: sound.format, choice: choice)
    engine.setObserver(self)
  }

  /// Starts, and returns when a device is open.
  ///
  /// - Throws: ``PlaybackError`` if no device can be started.
  package func start() throws(PlaybackError) {
    engine.enqueue(
      PlaybackItem(
        buffer: sound, byteCount: sound.frameCount * sound.format.bytesPerFrame))
    try engine.start()
    engine.stopWhenPlayed()
  }

  /// Stops, and frees everything.
  ///
  /// The end is not reported after this.
  package func shutDown() {
    engine.shutDown()
  }
}

extension SoundPlayback: PlaybackObserver {
  package func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool) {}

  package func playbackRunning(_ isRunning: Bool) {
    guard !isRunning else { return }
    isOver.store(true, ordering: .releasing)
    ended()
  }

  /// Float32 samples need no decoding.
  package func playbackFailed(_ error: CodecError) {}
}
