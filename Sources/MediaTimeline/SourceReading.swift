/// The result of a read from a source of frames.
package enum SourceReading: Equatable, Sendable {
  /// Frames have been added, or a step toward the next frames has been made.
  case frames
  /// No frames yet: the source signals when it has more.
  case pending
  /// There are no more frames.
  case end
}
