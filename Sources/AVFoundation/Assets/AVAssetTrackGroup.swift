public import Foundation

/// Tracks of an asset that are alternatives of each other.
open class AVAssetTrackGroup: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the value never changes.

  private let numbers: [NSNumber]

  init(_ numbers: [NSNumber]) { self.numbers = numbers }

  /// The numbers of the tracks.
  open var trackIDs: [NSNumber] { numbers }
}
