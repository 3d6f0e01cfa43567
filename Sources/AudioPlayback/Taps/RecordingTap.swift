internal import AudioDevices
internal import AudioModel

/// The tap of a recorder, between its rate and its codec.
///
/// It gives as many frames as come to it, so that a recording is as long as it took.
final class RecordingTap {
  /// What the stage is told of its source.
  private final class Source {
    var hasEnded = false
  }

  private let stage: TapStage
  private let source: Source
  private let time: (Int) -> TapTime
  /// The recorded frame that comes next.
  var position = 0

  /// Makes a tap.
  ///
  /// - Parameters:
  ///   - tap: What is called.
  ///   - format: What is recorded.
  ///   - time: The time of a recorded frame.
  init(_ tap: any AudioTap, format: StreamFormat, time: @escaping (Int) -> TapTime) {
    let frames = DeviceFormat(sampleRate: format.sampleRate, channelCount: format.channelCount)
    let source = Source()
    stage = TapStage(tap, format: frames, isExact: true) { source.hasEnded ? .end : .dry }
    self.source = source
    self.time = time
  }

  /// What comes next is a start.
  func reset() { stage.reset() }

  /// Appends what becomes of frames.
  func pass(_ samples: [Float], into ready: inout [Float]) {
    guard !samples.isEmpty else { return }
    stage.feed(samples, time: time(position), ratio: 1)
    position += samples.count / stage.format.channelCount
    while stage.waitingFrames > 0 {
      ready += stage.call(min(stage.waitingFrames, stage.tap.maximumFrames)).samples
    }
  }

  /// Tells the tap that no frames follow, by one more call, of which nothing is recorded: none came for what it makes.
  func finish() {
    guard !stage.hasEnded else { return }
    source.hasEnded = true
    _ = stage.callBehindEnd(at: time(position))
  }
}
