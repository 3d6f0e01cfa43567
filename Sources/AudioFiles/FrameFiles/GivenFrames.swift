internal import AudioProcessing

/// Frames that a client supplies for writing.
final class GivenFrames: PacketInput {
  /// The effect of the next pull.
  enum State {
    /// The pull returns the frames.
    case fresh(any SampleInput, Int)
    /// No frames are available yet.
    case dry
    /// No more frames follow.
    case ended
  }

  var state = State.dry
  private var lent: (any SampleInput)?

  func pull(_ minimum: Int) throws(PullStop) -> Int {
    switch state {
    case .fresh(let frames, let count):
      lent = frames
      state = .dry
      return count
    case .dry: throw PullStop(status: -1)
    case .ended: return 0
    }
  }

  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int) { (0..<0, 0) }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    lent?.read(bytes, ofBuffer: buffer, body)
  }
}
