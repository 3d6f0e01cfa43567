extension Int {
  /// The number of frames of a duration, at most 10¹⁵, which is 700 years at 44,100 Hz.
  ///
  /// - Parameters:
  ///   - seconds: Any duration. A negative duration and NaN give 0 frames.
  ///   - sampleRate: Frames a second.
  package init(framesOf seconds: Double, sampleRate: Double) {
    let frames = (seconds * sampleRate).rounded()
    self = frames > 0 ? Int(Swift.min(frames, 1e15)) : 0
  }
}
