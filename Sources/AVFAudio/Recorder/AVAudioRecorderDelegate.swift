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

  /// Something that comes first is heard; the recorder has been paused, and its file stays open.
  ///
  /// Told to a process of which something plays, since servers interrupt nothing else.
  ///
  /// - Parameter recorder: The recorder.
  func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)

  /// What came first has ended; the recorder may go on behind what it has recorded.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - flags: 1 where it may do so without asking.
  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
}

extension AVAudioRecorderDelegate {
  /// Does nothing.
  public func audioRecorderDidFinishRecording(
    _ recorder: AVAudioRecorder, successfully flag: Bool
  ) {}
  /// Does nothing.
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
  /// Does nothing.
  public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
  /// Does nothing.
  public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {}
}
