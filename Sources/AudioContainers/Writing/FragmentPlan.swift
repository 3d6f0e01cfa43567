/// How a writer divides a movie into fragments.
package struct FragmentPlan: Equatable, Sendable {
  /// Duration of a fragment in seconds; infinite to divide only on request.
  package var interval: Double
  /// Duration of the first fragment in seconds, or `nil` for ``interval``.
  package var firstInterval: Double?
  /// Whether each fragment is a segment for streaming, and the header is never rewritten.
  package var isSegmented = false
  /// The number of the first fragment.
  package var firstNumber: UInt32 = 1
  /// Time of the recording's first frame, in frames.
  package var startFrame: UInt64 = 0
  /// Frames at the start that are not part of the recording.
  package var primingFrames = 0
  /// Brands of the file, the major brand first; empty for those of the file type.
  package var brands: [String] = []
  /// Counts the requests to end a fragment.
  package var flushCount = 0

  /// Frames of the priming that have times before ``startFrame``.
  ///
  /// An edit list hides the other frames of the priming.
  package var earlyFrames: Int { Int(clamping: min(startFrame, UInt64(clamping: primingFrames))) }

  package init(interval: Double) {
    self.interval = interval
  }
}
