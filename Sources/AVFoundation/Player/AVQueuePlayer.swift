internal import AudioPlayback
public import Foundation
internal import Synchronization

/// A player of several items, one after the other without a gap.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  /// Makes a player without items.
  public override init() {
    super.init()
    setEndAction(.advance)
  }

  /// Makes a player of items.
  public init(items: [AVPlayerItem]) {
    super.init()
    setEndAction(.advance)
    for item in items { append(item) }
  }

  /// Makes a player of a URL.
  public override init(url: URL) {
    super.init(url: url)
    setEndAction(.advance)
  }

  /// Makes a player of an item.
  public override init(playerItem item: AVPlayerItem?) {
    super.init(playerItem: item)
    setEndAction(.advance)
  }

  /// The items that have not ended, the current one first.
  open func items() -> [AVPlayerItem] { published.withLock { $0.items } }

  /// Ends the current item, and continues with the next one.
  open func advanceToNextItem() {
    if let item = published.withLock({ $0.items.first }) { removeItem(item) }
  }

  /// Returns whether an item can be added: it belongs to no player.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - afterItem: The item that it follows; `nil` adds it to the end.
  /// - Returns: Whether ``insert(_:after:)`` is possible.
  open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let isFree = item.state.withLock { $0.player == nil }
    return isFree && (afterItem == nil || items().contains { $0 === afterItem })
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - afterItem: The item that it follows; `nil` adds it to the end.
  /// - Precondition: ``canInsert(_:after:)`` returns true.
  open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    insertItem(item, after: afterItem)
  }

  /// Removes an item; if it is the current one, the next one follows.
  open func remove(_ item: AVPlayerItem) { removeItem(item) }

  /// Removes all items.
  open func removeAllItems() {
    // From the end, so that no other item begins to play.
    for item in items().reversed() { removeItem(item) }
  }
}
