/// Maps timestamps of media to the time of playback.
///
/// Each discontinuity starts a new relation between the two. Timestamps have 33 bits at 90 kHz, so
/// they wrap after 26.5 hours.
///
/// Sources: RFC 8216, 3.4 and 6.2.1; ISO/IEC 13818-1, 2.4.3.7.
package struct HLSTimestampMap: Equatable, Sendable {
  private enum State: Equatable {
    /// No segment yet.
    case start
    /// A timestamp, and seconds of playback at that timestamp.
    case mapped(ticks: UInt64, time: Double)
    /// Some segments lack a timestamp, so the timestamps of the others do not count.
    case ignored
  }

  private static let ticksPerSecond = 90_000.0
  private static let bitCount = 33

  private var discontinuitySequence: Int?
  private var state = State.start

  package init() {}

  /// The time of a segment's media.
  ///
  /// The timestamp applies, unless it differs from the playlist by more than the segment's
  /// duration. In that case, the playlist's time applies, and later timestamps count from it.
  ///
  /// - Parameters:
  ///   - timestamp: The first timestamp in the segment, if it has one.
  ///   - segment: The segment, which follows the segment of the previous call or a seek.
  ///   - start: Seconds of playback at the start of the segment in the playlist.
  /// - Returns: Seconds of playback at the timestamp.
  package mutating func time(
    of timestamp: UInt64?, in segment: HLSSegment, startingAt start: Double
  ) -> Double {
    if segment.discontinuitySequence != discontinuitySequence {
      discontinuitySequence = segment.discontinuitySequence
      state = .start
    }
    guard let timestamp, state != .ignored else {
      state = .ignored
      return start
    }
    var time = start
    if case .mapped(let ticks, let mapped) = state {
      let seconds = Self.seconds(from: ticks, to: timestamp)
      if abs(mapped + seconds - start) <= segment.duration { time = mapped + seconds }
    }
    state = .mapped(ticks: timestamp, time: time)
    return time
  }

  /// Seconds from one timestamp to another, in the direction of the shorter way.
  package static func seconds(from earlier: UInt64, to later: UInt64) -> Double {
    Double(difference(later, earlier)) / ticksPerSecond
  }

  /// Ticks from one timestamp to another, in the direction of the shorter way.
  private static func difference(_ later: UInt64, _ earlier: UInt64) -> Int64 {
    let shift = UInt64.bitWidth - bitCount
    return Int64(bitPattern: (later &- earlier) << shift) >> shift
  }
}
