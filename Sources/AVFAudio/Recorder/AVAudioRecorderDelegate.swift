public import Foundation

/// The delegate of an audio recorder.
///
/// The recorder calls all methods on the main queue, and therefore on the main run loop. All
/// methods have empty default implementations, because they are optional on Apple's systems.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
  /// The recording was stopped, or its duration has passed.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, whose file is closed.
  ///   - flag: Whether everything was encoded and written.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)

  /// The recorder could not encode or write captured frames.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, which has stopped.
  ///   - error: The reason.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)

  /// Sound of higher priority has interrupted and paused the recorder; its file stays open.
  ///
  /// The delegate is called only if the process also plays, because servers interrupt only
  /// playback.
  ///
  /// - Parameter recorder: The recorder.
  func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)

  /// The interruption has ended; the recorder may continue after its last recorded frame.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - flags: 1 if the recorder may continue without asking the user.
  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
}

extension AVAudioRecorderDelegate {
  /// The default implementation, which is empty.
  public func audioRecorderDidFinishRecording(
    _ recorder: AVAudioRecorder, successfully flag: Bool
  ) {}
  /// The default implementation, which is empty.
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
  /// The default implementation, which is empty.
  public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
  /// The default implementation, which is empty.
  public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {}
}
