internal import AudioDevices
internal import AudioModel

/// The tap of a recorder, between its rate conversion and its encoder.
///
/// Output and input have the same number of frames, so the recording keeps its length.
final class RecordingTap {
  /// The state of the source, for the stage.
  private final class Source {
    var hasEnded = false
  }

  private let stage: TapStage
  private let source: Source
  private let time: (Int) -> TapTime
  /// The next recorded frame.
  var position = 0

  /// Makes a tap.
  ///
  /// - Parameters:
  ///   - tap: The tap.
  ///   - format: The recorded format.
  ///   - time: The time of a recorded frame.
  init(_ tap: any AudioTap, format: StreamFormat, time: @escaping (Int) -> TapTime) {
    let frames = DeviceFormat(sampleRate: format.sampleRate, channelCount: format.channelCount)
    let source = Source()
    stage = TapStage(tap, format: frames, isExact: true) { source.hasEnded ? .end : .dry }
    self.source = source
    self.time = time
  }

  /// Marks the next frames as a start.
  func reset() { stage.reset() }

  /// Passes frames through the tap, and appends the result.
  func pass(_ samples: [Float], into ready: inout [Float]) {
    guard !samples.isEmpty else { return }
    stage.feed(samples, time: time(position), ratio: 1)
    position += samples.count / stage.format.channelCount
    while stage.waitingFrames > 0 {
      ready += stage.call(min(stage.waitingFrames, stage.tap.maximumFrames)).samples
    }
  }

  /// Reports the end to the tap by one more call.
  ///
  /// The frames of this call are not recorded, because no input matches them.
  func finish() {
    guard !stage.hasEnded else { return }
    source.hasEnded = true
    _ = stage.callAfterEnd(at: time(position))
  }
}
