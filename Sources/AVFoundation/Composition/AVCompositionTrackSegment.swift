public import CoreMedia
internal import Foundation
internal import MediaTimeline

/// A part of a composition's track: a range of a source, or a gap.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  /// The URL of the source; `nil` for a gap, and for a source without a URL.
  public let sourceURL: URL?
  /// The track of the source; `kCMPersistentTrackID_Invalid` for a gap.
  public let sourceTrackID: CMPersistentTrackID
  /// The source, if a composition has opened it.
  let source: CompositionSource?

  /// Makes a segment of a source.
  ///
  /// - Parameters:
  ///   - url: The URL of the source.
  ///   - trackID: The track of the source.
  ///   - sourceTimeRange: The range of the source.
  ///   - targetTimeRange: The range in the composition; another duration changes the speed.
  public init(
    url: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange,
    targetTimeRange: CMTimeRange
  ) {
    sourceURL = url
    sourceTrackID = trackID
    source = nil
    super.init(timeMapping: CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
  }

  /// Makes a gap.
  ///
  /// - Parameter timeRange: The range in the composition.
  public init(timeRange: CMTimeRange) {
    (sourceURL, sourceTrackID, source) = (nil, kCMPersistentTrackID_Invalid, nil)
    super.init(timeMapping: CMTimeMappingMakeEmpty(target: timeRange))
  }

  init(_ segment: EditList<CMTime, CompositionSource>.Segment) {
    source = segment.source
    sourceURL = segment.source?.url
    sourceTrackID = segment.source?.trackID ?? kCMPersistentTrackID_Invalid
    super.init(
      timeMapping: segment.source == nil
        ? CMTimeMappingMakeEmpty(target: segment.target.range)
        : CMTimeMapping(source: segment.sourceRange.range, target: segment.target.range))
  }

  /// Whether the segment is a gap.
  open override var isEmpty: Bool { sourceTrackID == kCMPersistentTrackID_Invalid }
}
