public import CoreMedia
public import Foundation

/// Metadata items that belong together.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values never change.

  let storedItems: [AVMetadataItem]

  init(storing items: [AVMetadataItem]) { storedItems = items }

  /// The items.
  open var items: [AVMetadataItem] { storedItems }
  /// A name of the kind of group: `nil`, because no supported medium states one.
  open var classifyingLabel: String? { nil }
  /// A name of this group: `nil`, because no supported medium states one.
  open var uniqueID: String? { nil }
}

/// Metadata items of a part of media.
open class AVTimedMetadataGroup: AVMetadataGroup, @unchecked Sendable {
  private let range: CMTimeRange

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - timeRange: The part. The duration is indefinite if its end is not known yet.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
    range = timeRange
    super.init(storing: items)
  }

  /// The part of the media, with an indefinite duration if its end is not known yet.
  open var timeRange: CMTimeRange { range }
}
