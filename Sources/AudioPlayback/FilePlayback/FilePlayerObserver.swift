package import AudioCodecs

/// Receives the events of a file player, on its feeding thread.
///
/// An observer must return at once.
package protocol FilePlayerObserver: AnyObject, Sendable {
  /// Everything has played, to the end or to the first frame that could not be decoded.
  func playerFinished(isWhole: Bool)
  /// The recording could not be decoded any further.
  func playerFailed(_ error: CodecError)
}
