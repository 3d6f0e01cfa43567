package import AudioCodecs
package import AudioFiles

/// An observer of a recording to a file, called on one of its threads; it must not wait for the
/// recording.
package protocol FileRecordingObserver: AnyObject, Sendable {
  /// The recording has reached its limit or could not continue.
  func fileRecordingEnded(_ failure: FileRecordingFailure?)
}

/// The reason why a recording to a file ended early.
package enum FileRecordingFailure: Error, Equatable, Sendable {
  /// The frames could not be converted to the rate or the format of the recording.
  case recording(CodecError)
  /// The frames could not be encoded or written.
  case writing(FrameFileError)
}
