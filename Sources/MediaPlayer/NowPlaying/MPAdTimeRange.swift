public import CoreMedia
public import Foundation
internal import Synchronization

/// A range of an item with an advertisement.
open class MPAdTimeRange: NSObject, NSCopying, @unchecked Sendable {
  private let range: Mutex<CMTimeRange>

  /// Makes a range.
  public init(_ timeRange: CMTimeRange) { range = Mutex(timeRange) }

  /// The range, in the time of the item.
  open var timeRange: CMTimeRange {
    get { range.withLock { $0 } }
    set { range.withLock { $0 = newValue } }
  }

  /// Makes a copy.
  open func copy(with zone: NSZone? = nil) -> Any { MPAdTimeRange(timeRange) }
}
