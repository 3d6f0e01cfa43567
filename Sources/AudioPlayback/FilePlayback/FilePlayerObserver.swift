package import AudioCodecs

/// Hears of a player of a recording, on its feeding thread: to be answered at once, without waiting for anything.
package protocol FilePlayerObserver: AnyObject, Sendable {
  /// All has been heard, the last pass to its end or to where nothing more could be decoded.
  func playerFinished(isWhole: Bool)
  /// The recording could not be decoded any further.
  func playerFailed(_ error: CodecError)
}
