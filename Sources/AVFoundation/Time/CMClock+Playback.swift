internal import AudioRealtime
internal import CoreMedia

extension CMClock {
  /// The clock of playback: the machine's clock, or the virtual clock of a test.
  static var playback: CMClock {
    VirtualClock.identity == 0
      ? .hostTimeClock
      : CMClock { CMTime(value: Int64(MonotonicClock.nanoseconds), timescale: 1_000_000_000) }
  }
}
