internal import AudioRealtime

/// The capture times of a recording's frames.
///
/// A frame's number counts recorded frames only. The recording's time also counts lost frames.
struct RecordingTimes {
  private struct Anchor {
    /// A recorded frame and its capture time.
    var frame: Int
    var nanoseconds: Int
    /// The number of frames lost before this frame.
    var lostFrames: Double
  }

  private let sampleRate: Double
  private var anchors: [Anchor] = []
  private var lostFrames = 0.0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// Notes the capture time of a frame, and the number of frames lost right before it.
  mutating func note(frame: Int, nanoseconds: Int, lostFrames: Double) {
    self.lostFrames += lostFrames
    anchors.append(Anchor(frame: frame, nanoseconds: nanoseconds, lostFrames: self.lostFrames))
  }

  /// The recording's time at a frame, and the capture time.
  ///
  /// Callers must ask for frames in order, because earlier anchors are dropped.
  mutating func time(ofFrame frame: Int) -> (frames: Double, nanoseconds: Int) {
    while anchors.count > 1, anchors[1].frame <= frame { anchors.removeFirst() }
    guard let anchor = anchors.first else { return (Double(frame), MonotonicClock.nanoseconds) }
    let since = Double(frame - anchor.frame) * 1e9 / sampleRate
    return (Double(frame) + anchor.lostFrames, anchor.nanoseconds + Int(since.rounded()))
  }
}
