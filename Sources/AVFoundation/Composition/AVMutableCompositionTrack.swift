internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import MediaTimeline
internal import Synchronization

/// A track of a composition that can be edited.
///
/// Edits are exact to the unit of the times. A player item or an export session uses the track as
/// it was when the item or session was made.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  /// Whether the track plays.
  open override var isEnabled: Bool {
    get { super.isEnabled }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// The unit of times.
  open override var naturalTimeScale: CMTimeScale {
    get { super.naturalTimeScale }
    set { state.withLock { $0.timescale = newValue > 0 ? newValue : nil } }
  }

  /// The volume with which the track plays.
  open override var preferredVolume: Float {
    get { super.preferredVolume }
    set { state.withLock { $0.volume = newValue.isFinite ? max(0, newValue) : 0 } }
  }

  // MARK: Inserting

  /// Inserts a range of another track, and moves later segments.
  ///
  /// - Parameters:
  ///   - timeRange: The range in `track`; a part outside of `track` is left out.
  ///   - track: The track of an asset or of a composition.
  ///   - startTime: The time in this track; an invalid time stands for the end. If the time is
  ///     after the end, a gap fills the time between them.
  /// - Throws: An ``AVError`` if the range is invalid or empty, or the track has no end.
  open func insertTimeRange(
    _ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime
  ) throws {
    try insert([(timeRange, track)], at: startTime)
  }

  /// Inserts ranges of other tracks one after the other, or none of them.
  ///
  /// - Parameters:
  ///   - timeRanges: The ranges, each an `NSValue` with a `CMTimeRange`.
  ///   - tracks: The tracks, one for each range.
  ///   - startTime: The time in this track, with the rules of ``insertTimeRange(_:of:at:)``.
  /// - Throws: An ``AVError``. This track has not changed in this case.
  open func insertTimeRanges(
    _ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime
  ) throws {
    guard timeRanges.count == tracks.count else {
      throw AVError(
        .unknown,
        "each track needs one time range, but there are \(timeRanges.count) ranges for "
          + "\(tracks.count) tracks")
    }
    try insert(zip(timeRanges, tracks).map { ($0.timeRangeValue, $1) }, at: startTime)
  }

  private func insert(_ pieces: [(CMTimeRange, AVAssetTrack)], at startTime: CMTime) throws {
    let checked = try pieces.map { ($1.source, try Self.usable($0, of: $1)) }
    guard !startTime.isNumeric || startTime >= .zero else {
      throw AVError(.unknown, "the insertion time is negative: \(startTime.seconds) seconds")
    }
    state.withLock { state in
      var time = startTime.isNumeric ? startTime : state.edits.end
      for (source, range) in checked {
        state.edits.insert(source, EditRange(range), at: time)
        time = time + range.duration
      }
    }
  }

  /// The part of a range that lies in a track.
  static func usable(_ range: CMTimeRange, of track: AVAssetTrack) throws -> CMTimeRange {
    guard track.mediaType == .audio else {
      throw AVError(
        .invalidSourceMedia,
        "only audio can be inserted, but the track has the media type \(track.mediaType.rawValue)")
    }
    guard range.start.isNumeric, range.start >= .zero else {
      throw AVError(
        .invalidCompositionTrackSegmentSourceStartTime,
        "the start of the time range is invalid or negative")
    }
    let whole = track.timeRange
    guard whole.duration.isNumeric else {
      throw AVError(.operationNotSupportedForAsset, "a live stream cannot be inserted")
    }
    guard range.duration == .positiveInfinity || range.duration.isNumeric else {
      throw AVError(
        .invalidCompositionTrackSegmentSourceDuration, "the duration of the time range is invalid")
    }
    let end =
      range.duration.isNumeric ? min(range.start + range.duration, whole.end) : whole.end
    guard range.start < end else {
      throw AVError(
        .invalidCompositionTrackSegmentSourceDuration,
        "the time range contains no part of the track")
    }
    return CMTimeRange(start: range.start, end: end)
  }

  // MARK: Other edits

  /// Inserts a gap, and moves later segments; at the end, nothing changes.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard timeRange.duration.isNumeric, let range = timeRange.edited else { return }
    state.withLock { $0.edits.insertGap(range) }
  }

  /// Removes a range, and moves later segments to its start.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    guard let range = timeRange.edited else { return }
    state.withLock { $0.edits.remove(range) }
  }

  /// Changes the duration of a range: its sound plays faster or slower.
  ///
  /// The `audioTimePitchAlgorithm` of the player item, the export session, or the reader's output
  /// decides whether the pitch changes.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    guard let range = timeRange.edited, duration.isNumeric else { return }
    state.withLock { $0.edits.scale(range, to: duration) }
  }

  // MARK: Segments

  /// Checks whether segments follow each other from 0 on, and have durations.
  ///
  /// - Parameter trackSegments: The segments.
  /// - Throws: An ``AVError`` that names the first fault.
  open func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
    var end = CMTime.zero
    for (index, segment) in trackSegments.enumerated() {
      let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
      guard target.start.isNumeric, target.start == end else {
        throw AVError(
          .compositionTrackSegmentsNotContiguous,
          "segment \(index) does not start at \(end.seconds) seconds, where the earlier segments end"
        )
      }
      guard target.duration.isNumeric, target.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentDuration,
          "the duration of segment \(index) is invalid or not positive")
      }
      end = target.end
      if segment.isEmpty { continue }
      guard source.start.isNumeric, source.start >= .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceStartTime,
          "the source of segment \(index) has an invalid or negative start time")
      }
      guard source.duration.isNumeric, source.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceDuration,
          "the source of segment \(index) has a duration that is invalid or not positive")
      }
    }
  }

  func replaceSegments(_ segments: [AVCompositionTrackSegment]) {
    precondition(
      (try? validateSegments(segments)) != nil,
      "the segments are invalid; validateSegments(_:) reports the reason")
    let options = (asset as? AVComposition)?.urlAssetInitializationOptions ?? [:]
    let edits = segments.map { segment -> Edits.Segment in
      let target = EditRange(segment.timeMapping.target)
      guard !segment.isEmpty else { return Edits.Segment(gap: target) }
      let source =
        segment.source
        ?? segment.sourceURL.map {
          CompositionSource(
            MediaBytes($0, options: options), info: nil, url: $0, trackID: segment.sourceTrackID)
        }
      return Edits.Segment(source, EditRange(segment.timeMapping.source), target: target)
    }
    state.withLock { $0.edits = Edits(edits) }
  }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableCompositionTrack {
  /// The segments, which must be valid for ``AVMutableCompositionTrack/validateSegments(_:)``.
  public var segments: [AVCompositionTrackSegment] {
    get { edits.segments.map { AVCompositionTrackSegment($0) } }
    set { replaceSegments(newValue) }
  }
}

extension CMTimeRange {
  /// The range for an edit; `nil` if the range is not numeric, is empty, or begins before 0.
  ///
  /// An infinite duration becomes 2^31 seconds.
  var edited: EditRange<CMTime>? {
    guard start.isNumeric, start >= .zero else { return nil }
    if duration == .positiveInfinity {
      return EditRange(start: start, duration: CMTime(value: 1 << 31, timescale: 1))
    }
    return duration.isNumeric && duration > .zero ? EditRange(self) : nil
  }
}

extension AVError {
  /// An error with a description.
  init(_ code: Code, _ description: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
  }
}
