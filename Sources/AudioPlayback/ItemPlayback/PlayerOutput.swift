internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioRealtime
internal import Synchronization

/// The engine of an ``ItemPlayer``, with the frames that it plays.
final class PlayerOutput: PlaybackObserver {
  let engine: PlaybackEngine
  let source: PlayedItems
  private let wake: Signal
  private let end = Mutex(End())

  private struct End {
    /// Whether everything has been heard; then the engine stops next.
    var isNear = false
    /// Whether the engine has stopped for this reason.
    var isReached = false
  }

  init(_ format: StreamFormat, choice: DeviceChoice, wake: Signal) {
    let channelCount = max(2, format.channelCount)
    source = PlayedItems(sampleRate: format.sampleRate, channelCount: channelCount)
    let floats = StreamFormat(
      sampleRate: format.sampleRate, formatID: .linearPCM, channelCount: channelCount)
    engine = PlaybackEngine(
      format: .interleavedFloats(like: floats), choice: choice, source: source)
    self.wake = wake
    engine.setObserver(self)
  }

  /// The heard item and time; `nil` while stopped.
  var position: PlayedItems.Position? {
    engine.time.flatMap { source.position(heardAt: $0.frames) }
  }

  /// Seconds until everything that has been read is heard.
  var secondsLeft: Double {
    guard let time = engine.time else { return 0 }
    return source.unheardFrames(heardAt: time.frames) / source.sampleRate
  }

  /// Seconds until the next item is heard, or else until everything that has been read is heard.
  var secondsToChange: Double {
    guard let time = engine.time else { return 0 }
    let next = source.framesToNextItem(heardAt: time.frames)
    return next.map { $0 / source.sampleRate } ?? secondsLeft
  }

  /// Whether everything has been heard to the end since the last call.
  func takeEnd() -> Bool {
    end.withLock { end in
      defer { end.isReached = false }
      return end.isReached
    }
  }

  func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool) {}

  func playbackEnds() { end.withLock { $0.isNear = true } }

  func playbackRunning(_ isRunning: Bool) {
    guard !isRunning else { return }
    end.withLock { end in
      end.isReached = end.isReached || end.isNear
      end.isNear = false
    }
    wake.post()
  }

  func playbackFailed(_ error: CodecError) {}
}
