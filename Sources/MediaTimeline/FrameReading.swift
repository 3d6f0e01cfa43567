package import AudioCodecs

/// The frames of a recording, from any frame on.
///
/// Interleaved Float32. One thread at a time uses it.
package protocol FrameReading: AnyObject, Sendable {
  /// Sets the function to call, from any thread, when a recording that had no frames yet has some.
  func setSignal(_ signal: @escaping @Sendable () -> Void)

  /// Continues with another frame; with the end if there is no such frame.
  func seek(to frame: Int)

  /// Appends up to `count` frames.
  ///
  /// - Returns: Whether any frames were added.
  /// - Throws: ``CodecError`` if the frames cannot be read.
  func read(_ count: Int, into samples: inout [Float]) throws(CodecError) -> SourceReading
}

extension FrameReading {
  /// Does nothing, for a recording that always has its frames.
  package func setSignal(_ signal: @escaping @Sendable () -> Void) {}
}
