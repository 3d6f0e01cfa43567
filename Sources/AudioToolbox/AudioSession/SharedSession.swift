internal import AudioDevices
package import AudioPipeline

/// The session of this process, which all APIs of sessions are views of.
package enum SharedSession {
  package static let session = ProcessSession(AudioQueueDevices.chosen ?? DeviceChoice([.null]))
}
