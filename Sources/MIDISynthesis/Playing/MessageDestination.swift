/// A receiver of the messages of a sequence.
package protocol MessageDestination: AnyObject, Sendable {
  /// Loads the presets that messages select, before they are sent.
  func prepare(_ messages: [SynthesizerMessage]) throws(SynthesisError)
  /// Takes the rate of a slice and the time of its first frame, on the render thread.
  func begin(sampleRate: Double, nanoseconds: Int)
  /// The frames by which messages may come before their slice.
  ///
  /// A pump uses the lowest number of its destinations.
  var lookahead: Int { get }
  /// Withdraws the notes that came before their slice, on the render thread. Other messages that
  /// came early take effect now.
  func withdraw()
  /// Sends a message, on the render thread.
  func deliver(_ message: SynthesizerMessage)
  /// Sends a system-exclusive message, without 0xF0, on the render thread.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - offset: The frame of the slice.
  ///   - isAhead: Whether it comes before its slice, as ``lookahead`` states.
  func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int, isAhead: Bool)
}

extension MessageDestination {
  /// Ignores the time of a slice.
  package func begin(sampleRate: Double, nanoseconds: Int) {}
  /// No message comes before its slice.
  package var lookahead: Int { 0 }
  package func withdraw() {}
}

extension Synthesizer: MessageDestination {
  /// Sends a message; more than 4,096 for one slice are lost.
  package func deliver(_ message: SynthesizerMessage) { _ = sendPrepared(message) }

  package func withdraw() { _ = queue.add(.withdrawal) }

  package func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int, isAhead: Bool) {
    _ = send(systemExclusive: bytes, at: offset, isAhead: isAhead)
  }
}
