package import AudioCodecs

/// Reads the frames of a recording, from any frame on, as interleaved Float32.
///
/// Use from one thread at a time.
package protocol FrameReading: AnyObject, Sendable {
  /// Sets the function to call, from any thread, when a recording that had no frames yet has some.
  func setSignal(_ signal: @escaping @Sendable () -> Void)

  /// Moves to another frame, or to the end if the recording does not have that frame.
  func seek(to frame: Int)

  /// Appends up to `count` frames.
  ///
  /// - Returns: Whether frames were added, are pending, or have ended.
  /// - Throws: ``CodecError`` if the frames cannot be read.
  func read(_ count: Int, into samples: inout [Float]) throws(CodecError) -> SourceReading
}

extension FrameReading {
  /// Does nothing, for a recording that always has its frames.
  package func setSignal(_ signal: @escaping @Sendable () -> Void) {}
}
