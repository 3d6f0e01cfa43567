package import AudioCodecs
package import AudioModel
package import AudioProcessing

/// A client's memory for packets, lent to a recorder until the recorder returns it.
package protocol RecordingBuffer: SampleOutput, Sendable {
  var byteCapacity: Int { get }
  /// The maximum number of packets, or `nil` if only the bytes are limited.
  var packetCapacity: Int? { get }
}

/// The recorded contents of a buffer.
package struct RecordedPart: Equatable, Sendable {
  package var byteCount = 0
  package var packetCount = 0
  /// The position of each packet in the buffer; empty if all packets have the same size.
  package var packets: [Packet] = []
  /// The recorder's time of the first frame, in frames.
  package var startFrame = 0.0
  /// The capture time of the first frame on the monotonic clock, in nanoseconds.
  package var nanoseconds = 0

  package init() {}
}

/// An observer of a recorder, called on its thread; it must return at once, without waiting.
package protocol RecordingObserver: AnyObject, Sendable {
  /// The recorder returns a buffer with its contents, or discards it empty.
  func recordingReturned(_ buffer: any RecordingBuffer, _ part: RecordedPart, isDiscarded: Bool)
  /// The device has started or stopped; the same state may be reported again.
  func recordingRunning(_ isRunning: Bool)
  /// The recorder could not record some frames or packets.
  func recordingFailed(_ failure: RecordingFailure)
  /// Another device records now, or other hardware of the same server.
  func recordingDeviceChanged()
}

extension RecordingObserver {
  /// Does not do anything, for observers that ignore the device.
  package func recordingDeviceChanged() {}
}

/// A failure while a recorder runs.
package enum RecordingFailure: Equatable, Sendable {
  /// The encoder or the rate conversion failed.
  case codec(CodecError)
  /// Frames were lost because no buffer was available.
  case underrun
  /// A packet was lost because it is larger than its buffer.
  case packetTooLarge
}
