/// A receiver of the messages of a sequence.
package protocol MessageDestination: AnyObject, Sendable {
  /// Loads the presets that messages select, before they are sent.
  func prepare(_ messages: [SynthesizerMessage]) throws(SynthesisError)
  /// Takes the rate of a slice and the time of its first frame, on the render thread.
  func begin(sampleRate: Double, nanoseconds: Int)
  /// Sends a message, on the render thread.
  func deliver(_ message: SynthesizerMessage)
  /// Sends a system-exclusive message, without 0xF0, on the render thread.
  func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int)
}

extension MessageDestination {
  /// Ignores the time of a slice.
  package func begin(sampleRate: Double, nanoseconds: Int) {}
}

extension Synthesizer: MessageDestination {
  /// Sends a message; more than 4,096 for one slice are lost.
  package func deliver(_ message: SynthesizerMessage) { _ = sendPrepared(message) }

  package func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int) {
    _ = send(systemExclusive: bytes, at: offset)
  }
}
