internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// The end of a recording.
extension AVAudioRecorder {
  /// Ends the recording; call this with `control` held.
  func leave() -> RecorderSession? {
    let session = state.withLock { state -> RecorderSession? in
      defer { (state.session, state.phase) = (nil, .stopped) }
      return state.session
    }
    session?.end()
    return session
  }

  /// Handles the end of a recording that ended by itself; called on the recording's own queue.
  func sessionEnded(_ session: RecorderSession, _ error: NSError?) {
    let isCurrent = control.withLock { () -> Bool in
      guard state.withLock({ $0.session === session }) else { return false }
      _ = leave()
      return true
    }
    if isCurrent { notifyDelegate(session.failure) }
  }

  func notifyDelegate(_ error: NSError?) {
    DispatchQueue.main.async { [self] in
      if let error { delegate?.audioRecorderEncodeErrorDidOccur(self, error: error) }
      delegate?.audioRecorderDidFinishRecording(self, successfully: error == nil)
    }
  }
}
