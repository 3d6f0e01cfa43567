package import AudioCodecs
package import AudioDevices
internal import AudioModel
internal import Synchronization

/// One playing of a sound, from its start to its end or to where it is cut off.
package final class SoundPlayback: Sendable {
  private let sound: DecodedSound
  private let engine: PlaybackEngine
  private let ended: @Sendable () -> Void
  private let isOver = Atomic(false)

  /// Whether all has been heard, also before its owner has heard of that.
  package var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Prepares a playing; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - sound: What is played.
  ///   - choice: The devices to try.
  ///   - ended: Called on the feeding thread, once all has been heard.
  package init(
    _ sound: DecodedSound, choice: DeviceChoice, ended: @escaping @Sendable () -> Void
  ) {
    self.sound = sound
    self.ended = ended
    engine = PlaybackEngine(format: sound.format, choice: choice)
    engine.setObserver(self)
  }

  /// Starts; returns once a device is open.
  ///
  /// - Throws: ``PlaybackError`` where nothing plays it.
  package func start() throws(PlaybackError) {
    engine.enqueue(
      PlaybackItem(
        buffer: sound, byteCount: sound.frameCount * sound.format.bytesPerFrame))
    try engine.start()
    engine.stopWhenPlayed()
  }

  /// Falls silent and frees all; the end is not told after this.
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

  /// Float32 samples are what the engine plays without decoding anything.
  package func playbackFailed(_ error: CodecError) {}
}
