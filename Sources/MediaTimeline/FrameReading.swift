package import AudioCodecs

/// The frames of a recording, from any of them on.
///
/// Interleaved Float32. Used by one thread at a time.
package protocol FrameReading: AnyObject, Sendable {
  /// Goes on with another frame; with the end where there is none such.
  func seek(to frame: Int)

  /// Appends up to so many frames; none at the end.
  ///
  /// - Throws: ``CodecError`` where the frames cannot be had.
  func read(_ count: Int, into samples: inout [Float]) throws(CodecError)
}
