public import CoreMedia
public import Foundation
internal import Synchronization

/// Metadata items that belong together.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values never change.

  let storedItems: [AVMetadataItem]

  init(storing items: [AVMetadataItem]) { storedItems = items }

  /// The items.
  open var items: [AVMetadataItem] { storedItems }
  /// The kind of the group; `nil` except for date ranges of a playlist.
  open var classifyingLabel: String? { nil }
  /// The identifier of the group; `nil` except for date ranges of a playlist.
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

/// A group of a part of media that can be changed.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values have a lock.

  private let own: Mutex<(items: [AVMetadataItem], range: CMTimeRange)>

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - timeRange: The part. The duration is indefinite if its end is not known yet.
  public override init(items: [AVMetadataItem] = [], timeRange: CMTimeRange = .invalid) {
    own = Mutex((items, timeRange))
    super.init(items: items, timeRange: timeRange)
  }

  /// The items.
  open override var items: [AVMetadataItem] {
    get { own.withLock { $0.items } }
    set { own.withLock { $0.items = newValue } }
  }

  /// The part of the media, with an indefinite duration if its end is not known yet.
  open override var timeRange: CMTimeRange {
    get { own.withLock { $0.range } }
    set { own.withLock { $0.range = newValue } }
  }
}
