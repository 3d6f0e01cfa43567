public import Foundation
internal import Synchronization

/// Metadata items of a range of dates, such as a program of a live stream.
open class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying,
  @unchecked Sendable
{
  // Unchecked: an open class cannot be checked; the values never change.

  private let start: Date
  private let end: Date?
  private let label: String?
  private let identifier: String?

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - startDate: The start of the range.
  ///   - endDate: Its end; `nil` if it is not known.
  public convenience init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
    self.init(items: items, start: startDate, end: endDate, label: nil, uniqueID: nil)
  }

  init(
    items: [AVMetadataItem], start: Date, end: Date?, label: String?, uniqueID: String?
  ) {
    (self.start, self.end, self.label, identifier) = (start, end, label, uniqueID)
    super.init(storing: items)
  }

  /// The start of the range.
  open var startDate: Date { start }
  /// The end of the range; `nil` if it is not known.
  open var endDate: Date? { end }
  /// The class of ranges with the same meaning; `nil` if the playlist states none.
  open override var classifyingLabel: String? { label }
  /// The identifier of the range in its playlist; `nil` for a group of a client.
  open override var uniqueID: String? { identifier }

  /// Returns a group that does not change.
  open func copy(with zone: NSZone? = nil) -> Any {
    AVDateRangeMetadataGroup(
      items: items, start: startDate, end: endDate, label: classifyingLabel, uniqueID: uniqueID)
  }

  /// Returns a group that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableDateRangeMetadataGroup(
      items: items, start: startDate, end: endDate, label: classifyingLabel, uniqueID: uniqueID)
  }
}

/// A group of a range of dates that can be changed.
open class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values have a lock.

  private let own: Mutex<(items: [AVMetadataItem], start: Date, end: Date?)>

  override init(
    items: [AVMetadataItem], start: Date, end: Date?, label: String?, uniqueID: String?
  ) {
    own = Mutex((items, start, end))
    super.init(items: items, start: start, end: end, label: label, uniqueID: uniqueID)
  }

  /// The items.
  open override var items: [AVMetadataItem] {
    get { own.withLock { $0.items } }
    set { own.withLock { $0.items = newValue } }
  }

  /// The start of the range.
  open override var startDate: Date {
    get { own.withLock { $0.start } }
    set { own.withLock { $0.start = newValue } }
  }

  /// The end of the range; `nil` if it is not known.
  open override var endDate: Date? {
    get { own.withLock { $0.end } }
    set { own.withLock { $0.end = newValue } }
  }
}
