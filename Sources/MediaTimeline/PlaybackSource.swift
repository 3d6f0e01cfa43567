package import AudioCodecs

/// Frames that a player pulls.
///
/// One thread calls all functions but ``setSignal(_:)``: the feeding thread of the player. No read
/// waits for a server or for the client. If there are no frames yet, the source says so, and signals
/// when there are.
package protocol PlaybackSource: AnyObject, Sendable {
  /// Sets the function to call, from any thread, when a source that had nothing has more.
  func setSignal(_ signal: @escaping @Sendable () -> Void)

  /// Starts, or starts again after ``discard()``.
  ///
  /// - Parameter playerFrame: The frame of the player's time that the next frame gets.
  func begin(at playerFrame: Double)

  /// Reads the next frames, some thousand of them, into an empty block.
  ///
  /// - Returns: Whether there were any. After the end, the answer stays the same until the source gets
  ///   something new.
  /// - Throws: ``CodecError`` if the source ends here. Frames that were added count.
  func read(into block: inout FrameBlock) throws(CodecError) -> SourceReading

  /// Whether a client expects nothing more after what it has given so far.
  func setEnding(_ isEnding: Bool)

  /// Throws out what was to be read.
  func discard()

  /// Frees what the next start can make again, after the player has stopped.
  func release()
}

extension PlaybackSource {
  package func setEnding(_ isEnding: Bool) {}
  package func discard() {}
  package func release() {}
}
