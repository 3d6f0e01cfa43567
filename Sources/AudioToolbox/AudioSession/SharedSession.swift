internal import AudioDevices
package import AudioRouting

/// The session of this process, shared by all session APIs.
package enum SharedSession {
  /// The session, on the devices of the process.
  ///
  /// Task-local device choices do not affect it.
  package static let session = ProcessSession(AudioQueueDevices.ofProcess ?? DeviceChoice([.null]))
}
