package import AudioCodecs

/// Frames that a player pulls as it needs them, in place of buffers that are enqueued.
///
/// Interleaved Float32 of the player's rate and channels. Both functions are called on the feeding thread,
/// one after the other.
package protocol PlaybackSource: AnyObject, Sendable {
  /// Starts, with the frame of the player's time to which the first one belongs.
  func begin(at playerFrame: Int)

  /// Appends the next frames, some thousand of them; none at the end.
  ///
  /// - Throws: ``CodecError``, which ends the source; what was appended counts.
  func read(into samples: inout [Float]) throws(CodecError)
}
