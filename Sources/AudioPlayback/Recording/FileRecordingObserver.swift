package import AudioCodecs
package import AudioFiles

/// Hears of a recording to a file, on one of its threads: must return without waiting for it.
package protocol FileRecordingObserver: AnyObject, Sendable {
  /// The recording has reached its limit, or could not go on.
  func fileRecordingEnded(_ failure: FileRecordingFailure?)
}

/// Why a recording to a file ended early.
package enum FileRecordingFailure: Error, Equatable, Sendable {
  /// The frames could not be brought to the rate or the format of the recording.
  case recording(CodecError)
  /// The frames could not be encoded or written.
  case writing(FrameFileError)
}
