package import AudioContainers
internal import Synchronization

/// The status of a stream, which any thread can read.
package final class HLSStatus: Sendable {
  private struct State {
    var timeline: HLSTimeline
    /// Seconds of playback up to which segments have arrived.
    var loadedEnd = 0.0
    /// Seconds of playback at which the stream starts without a seek.
    var startTime = 0.0
    var choice: Choice?
    var variant: HLSVariant?
    var dateRangeHandler: (@Sendable ([HLSDateRange]) -> Void)?
    /// The timestamps of the sound, by discontinuity.
    var timestamps: [Int: (ticks: UInt64, time: Double)] = [:]
  }

  /// Discontinuities whose timestamps are remembered.
  private static let mostTimestamps = 64

  private let state: Mutex<State>
  /// Where the texts of the stream are; `nil` without texts.
  package let captions: HLSCaptionLists?

  init(_ timeline: HLSTimeline, _ variant: HLSVariant?, _ captions: HLSCaptionLists? = nil) {
    state = Mutex(State(timeline: timeline, variant: variant))
    self.captions = captions
  }

  /// The time of playback of the latest playlist.
  var timeline: HLSTimeline { state.withLock { $0.timeline } }

  // MARK: Timestamps

  /// Takes note of a timestamp of the sound, and of its seconds of playback.
  func note(_ ticks: UInt64, at time: Double, discontinuity: Int) {
    state.withLock { state in
      let isKnown = state.timestamps[discontinuity] != nil
      if !isKnown, state.timestamps.count >= Self.mostTimestamps { state.timestamps = [:] }
      state.timestamps[discontinuity] = (ticks, time)
    }
  }

  /// Seconds of playback at a timestamp; `nil` without a known timestamp of the discontinuity.
  func time(ofTimestamp ticks: UInt64, discontinuity: Int) -> Double? {
    let known = state.withLock { $0.timestamps[discontinuity] }
    return known.map { $0.time + HLSTimestampMap.seconds(from: $0.ticks, to: ticks) }
  }

  /// The variant whose segments are loaded; `nil` if the stream has no variants.
  package var variant: HLSVariant? { state.withLock { $0.variant } }

  /// The times of possible seeks, in seconds of playback.
  package var seekableRange: ClosedRange<Double> { state.withLock { $0.timeline }.seekableRange }

  /// Seconds of playback up to which segments have arrived.
  package var loadedEnd: Double { state.withLock { $0.loadedEnd } }

  /// The date at a time, in seconds since 1970; `nil` if the playlist states none.
  package func date(at time: Double) -> Double? {
    let timeline = state.withLock { $0.timeline }
    guard let position = timeline.position(at: time),
      timeline.playlist.segments.indices.contains(position.index)
    else { return nil }
    // The time may have left the window of a live stream.
    let start = timeline.time(at: HLSPosition(index: position.index))
    return timeline.playlist.segments[position.index].date.map { $0 + time - start }
  }

  /// The time at a date, in seconds since 1970; `nil` if no segment contains the date.
  package func time(atDate date: Double) -> Double? {
    let timeline = state.withLock { $0.timeline }
    return timeline.position(atDate: date).map { timeline.time(at: $0) }
  }

  /// Seconds of playback at which the stream starts without a seek.
  package var startTime: Double { state.withLock { $0.startTime } }

  /// Seconds between the end of a live stream and the latest start; `nil` for other streams.
  package var holdBack: Double? {
    let playlist = state.withLock { $0.timeline }.playlist
    return playlist.hasEnded || playlist.kind != .live ? nil : playlist.liveHoldBack
  }

  /// The time of playback at a distance from the end of a live stream, within the possible seeks.
  ///
  /// - Parameter offset: Seconds before the end.
  /// - Returns: `nil` for other streams.
  package func time(atOffsetFromLive offset: Double) -> Double? {
    guard let holdBack else { return nil }
    let range = seekableRange
    return min(
      max(range.upperBound - max(0, offset - holdBack), range.lowerBound), range.upperBound)
  }

  func start(at time: Double) { state.withLock { $0.startTime = time } }

  func update(_ timeline: HLSTimeline, _ variant: HLSVariant?) {
    let ranges = timeline.playlist.dateRanges
    let handler = state.withLock { state in
      defer { (state.timeline, state.variant) = (timeline, variant) }
      return ranges == state.timeline.playlist.dateRanges ? nil : state.dateRangeHandler
    }
    handler?(ranges)
  }

  /// Reports the date ranges of the playlist, now and after each change.
  ///
  /// - Parameter handler: Called at once if there are ranges, and later on the thread that reads
  ///   the stream.
  package func reportDateRanges(_ handler: @escaping @Sendable ([HLSDateRange]) -> Void) {
    let ranges = state.withLock { state in
      state.dateRangeHandler = handler
      return state.timeline.playlist.dateRanges
    }
    if !ranges.isEmpty { handler(ranges) }
  }

  func loaded(to time: Double) { state.withLock { $0.loadedEnd = time } }

  // MARK: Renditions

  /// Chooses an audio rendition by its name, from the next segment on; `nil` for the default.
  package func select(_ name: String?) {
    state.withLock { $0.choice = Choice(rendition: name) }
  }

  /// A choice of the client.
  struct Choice {
    /// The name of an audio rendition; `nil` for the default.
    var rendition: String?
  }

  /// Returns the last choice, once.
  func takeChoice() -> Choice? { state.withLock { $0.choice.take() } }
}
