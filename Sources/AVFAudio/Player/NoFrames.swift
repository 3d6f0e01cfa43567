internal import MediaTimeline
internal import AudioCodecs
internal import AudioPlayback

/// A recording without a frame.
final class NoFrames: FrameReading {
  func seek(to frame: Int) {}

  func read(_ count: Int, into samples: inout [Float]) throws(CodecError) {}
}
