/// Reads the events around a time.
///
/// One thread uses it.
protocol TimedSource {
  /// Seconds of the monotonic clock at which the source has news, without a change of the time.
  var nextLoad: Double? { get }

  /// Returns the events that are shown at a time of playback, or begin soon afterwards.
  ///
  /// - Throws: ``MediaFailure`` if they cannot be read.
  mutating func events(around seconds: Double) throws(MediaFailure) -> [TimedEvent]
}

/// The range of events that are read.
enum TimedWindow {
  /// Seconds after the time of playback.
  static let aheadSeconds = 30.0
  /// Maximum number of events.
  static let most = 512
}
