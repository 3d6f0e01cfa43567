package import AudioCodecs
package import AudioModel
package import AudioProcessing

/// A client's memory for packets, lent to a recorder until it gives it back.
package protocol RecordingBuffer: SampleOutput, Sendable {
  var byteCapacity: Int { get }
  /// Packets that it may hold, or `nil` where only the bytes count.
  var packetCapacity: Int? { get }
}

/// What has been recorded into a buffer.
package struct RecordedPart: Equatable, Sendable {
  package var byteCount = 0
  package var packetCount = 0
  /// Where each packet is in the buffer; empty where all have one size.
  package var packets: [Packet] = []
  /// The recorder's time of the first frame, in frames.
  package var startFrame = 0.0
  /// When the first frame was captured, by the monotonic clock, in nanoseconds.
  package var nanoseconds = 0

  package init() {}
}

/// Hears of a recorder, on its thread: to be answered at once, without waiting for anything.
package protocol RecordingObserver: AnyObject, Sendable {
  /// A buffer comes back with what is in it, or empty because it was thrown out.
  func recordingReturned(_ buffer: any RecordingBuffer, _ part: RecordedPart, isDiscarded: Bool)
  /// The device has started, or has stopped; may be told again.
  func recordingRunning(_ isRunning: Bool)
  /// Something could not be recorded.
  func recordingFailed(_ failure: RecordingFailure)
  /// Another device records now, or other hardware of the same server.
  func recordingDeviceChanged()
}

extension RecordingObserver {
  /// Does nothing, where nobody asks which device records.
  package func recordingDeviceChanged() {}
}

/// What has gone wrong while a recorder runs.
package enum RecordingFailure: Equatable, Sendable {
  /// The encoder, or the conversion of the rate.
  case codec(CodecError)
  /// Frames were lost, since there was no buffer for them.
  case underrun
  /// A packet was lost, since it is larger than the buffer for it.
  case packetTooLarge
}
