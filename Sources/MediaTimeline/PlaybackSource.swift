package import AudioCodecs

/// Frames that a player pulls.
///
/// The feeding thread of the player calls all functions except ``setSignal(_:)``. A read never
/// waits for a server or for the client. If no frames are available yet, the source reports that,
/// and signals when more arrive.
package protocol PlaybackSource: AnyObject, Sendable {
  /// Sets the function to call, from any thread, when an empty source has more frames.
  func setSignal(_ signal: @escaping @Sendable () -> Void)

  /// Starts, or starts again after ``discard()``.
  ///
  /// - Parameter playerFrame: The frame of the player's time that the next frame gets.
  func begin(at playerFrame: Double)

  /// Reads the next frames, a few thousand, into an empty block.
  ///
  /// - Returns: Whether frames were read. After the end, the result stays the same until the source
  ///   gets new frames.
  /// - Throws: ``CodecError`` if reading fails and the source ends here. The block keeps the frames
  ///   that were added before the error.
  func read(into block: inout FrameBlock) throws(CodecError) -> SourceReading

  /// Sets whether no more frames follow those that the client has provided.
  func setEnding(_ isEnding: Bool)

  /// Discards the frames not read yet.
  func discard()

  /// After the player has stopped, frees the resources that the next start can make again.
  func release()
}

extension PlaybackSource {
  package func setEnding(_ isEnding: Bool) {}
  package func discard() {}
  package func release() {}
}
