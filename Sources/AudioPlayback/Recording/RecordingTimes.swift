internal import AudioRealtime

/// To which moments the frames of a recording belong.
///
/// Frames are counted at the recording's rate as they are recorded; its time counts those that were lost, too.
struct RecordingTimes {
  private struct Anchor {
    /// A frame that was recorded, and when.
    var frame: Int
    var nanoseconds: Int
    /// Frames that were lost before it.
    var lostFrames: Double
  }

  private let sampleRate: Double
  private var anchors: [Anchor] = []
  private var lostFrames = 0.0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// Says when a frame was captured, and how many were lost right before it.
  mutating func note(frame: Int, nanoseconds: Int, lostFrames: Double) {
    self.lostFrames += lostFrames
    anchors.append(Anchor(frame: frame, nanoseconds: nanoseconds, lostFrames: self.lostFrames))
  }

  /// The recording's time at a frame, and the moment.
  ///
  /// Frames are asked for in their order: what lies before is forgotten.
  mutating func time(ofFrame frame: Int) -> (frames: Double, nanoseconds: Int) {
    while anchors.count > 1, anchors[1].frame <= frame { anchors.removeFirst() }
    guard let anchor = anchors.first else { return (Double(frame), MonotonicClock.nanoseconds) }
    let since = Double(frame - anchor.frame) * 1e9 / sampleRate
    return (Double(frame) + anchor.lostFrames, anchor.nanoseconds + Int(since.rounded()))
  }
}
