internal import MediaTimeline
internal import AudioCodecs

/// A reader without frames.
final class NoFrames: FrameReading {
  func seek(to frame: Int) {}

  func read(_ count: Int, into samples: inout [Float]) throws(CodecError) -> SourceReading { .end }
}
