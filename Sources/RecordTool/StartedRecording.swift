import Foundation
import ToolSupport

/// The recording, which signals may stop from another thread, even before it starts.
final class StartedRecording: @unchecked Sendable {
  // Sendable: `lock` guards both.
  private let lock = NSLock()
  private var recording: Recording?
  private var isStopped = false

  /// Starts recording, unless it was already stopped.
  func start(_ options: RecordingOptions) throws(ToolFailure) {
    let recording = try Recording(options)
    let isLate = lock.withLock { () -> Bool in
      self.recording = recording
      return isStopped
    }
    if isLate { recording.stop() }
  }

  /// Ends the recording.
  func stop() {
    let recording = lock.withLock { () -> Recording? in
      isStopped = true
      return self.recording
    }
    recording?.stop()
  }
}
