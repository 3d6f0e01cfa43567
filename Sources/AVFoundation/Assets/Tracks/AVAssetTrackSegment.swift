public import CoreMedia
public import Foundation

/// A part of a track: the range of the stored media, and the range in which it plays.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  /// The range of the media, and the range of the track.
  public let timeMapping: CMTimeMapping

  init(timeMapping: CMTimeMapping) {
    self.timeMapping = timeMapping
  }

  /// Whether the range of the track is silent.
  open var isEmpty: Bool { !timeMapping.source.isValid }
}
