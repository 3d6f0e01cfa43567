internal import AudioDevices
package import AudioRouting

/// The session of this process, which all APIs of sessions are views of.
package enum SharedSession {
  /// On the devices of the process, whatever the task that asks for it first has chosen for queues of its own.
  package static let session = ProcessSession(AudioQueueDevices.ofProcess ?? DeviceChoice([.null]))
}
