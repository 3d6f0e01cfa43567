public import CoreMedia
public import Foundation

/// A kind of segment.
public enum AVAssetSegmentType: Int, Sendable {
  /// The header, without samples.
  case initialization = 1
  /// Samples that a player can decode after the header.
  case separable = 2
}

/// Facts about a segment.
open class AVAssetSegmentReport: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values never change.

  /// The kind of the segment.
  public let segmentType: AVAssetSegmentType
  /// A report of each track.
  public let trackReports: [AVAssetSegmentTrackReport]

  init(_ segmentType: AVAssetSegmentType, _ trackReports: [AVAssetSegmentTrackReport]) {
    self.segmentType = segmentType
    self.trackReports = trackReports
  }
}

/// Facts about a track of a segment.
///
/// Difference from Apple's: there is no report of video samples, because the writer has audio only.
open class AVAssetSegmentTrackReport: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values never change.

  /// The number of the track.
  public let trackID: CMPersistentTrackID
  /// The type of the media.
  public let mediaType: AVMediaType
  /// The time of the first frame.
  public let earliestPresentationTimeStamp: CMTime
  /// The duration of all frames.
  public let duration: CMTime

  init(
    trackID: CMPersistentTrackID, mediaType: AVMediaType, start: CMTime, duration: CMTime
  ) {
    self.trackID = trackID
    self.mediaType = mediaType
    earliestPresentationTimeStamp = start
    self.duration = duration
  }
}
