public import Foundation

/// Hears of a recorder.
///
/// All is called on the main queue, so on the main run loop, too. All has a default that does nothing, since methods are
/// optional on Apple's systems.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
  /// The recording has ended: it was stopped, or its duration is over.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, whose file is closed.
  ///   - flag: Whether all could be encoded and written.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)

  /// What was captured could not be encoded or written.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, which has stopped.
  ///   - error: Why.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
  /// Does nothing.
  public func audioRecorderDidFinishRecording(
    _ recorder: AVAudioRecorder, successfully flag: Bool
  ) {}
  /// Does nothing.
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}
