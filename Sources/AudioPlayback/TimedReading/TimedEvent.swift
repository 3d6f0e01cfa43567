package import AudioContainers

/// A text or metadata of a medium, with its time.
package struct TimedEvent: Equatable, Sendable {
  /// Seconds of playback.
  package var start: Double
  package var end: Double
  /// The sample as the medium has it; for a stream of texts, the sample that a movie would have.
  package var sample: [UInt8]
  /// The texts of the sample; empty for metadata.
  package var texts: [CaptionText]

  package init(start: Double, end: Double, sample: [UInt8], texts: [CaptionText]) {
    (self.start, self.end) = (start, end)
    (self.sample, self.texts) = (sample, texts)
  }

  /// Whether the event is shown at a time.
  package func isShown(at seconds: Double) -> Bool { start <= seconds && seconds < end }
}
