internal import AudioPlayback
public import CoreMedia
public import Foundation
public import Observation
internal import Synchronization

/// Repeats an item in a queue player, without a gap.
///
/// The looper keeps three copies of the template in the player. The initializers without an
/// ``ItemOrdering`` remove the player's other items. The template itself is not played. Keep a
/// reference to the looper: without a reference, the repetition ends after the current copy.
open class AVPlayerLooper: NSObject, _KeyValueCodingAndObserving, Observable, @unchecked Sendable {
  /// Whether the looper repeats the item.
  public enum Status: Int, Sendable {
    /// The first copy has not been opened.
    case unknown
    /// The looper repeats the item.
    case ready
    /// The item cannot be played; ``AVPlayerLooper/error`` has the reason.
    case failed
    /// ``AVPlayerLooper/disableLooping()`` was called.
    case cancelled
  }

  /// The position of the copies relative to the existing items of the player.
  public enum ItemOrdering: Int, Sendable {
    /// The copies come first, so the other items wait until the looper is disabled.
    case loopingItemsPrecedeExistingItems = 0
    /// The other items play first, once.
    case loopingItemsFollowExistingItems = 1
  }

  private struct State {
    var status = Status.unknown
    var error: (any Error)?
    var loopCount = 0
    var copies: [AVPlayerItem] = []
    var observations: [NSKeyValueObservation] = []
    weak var player: AVQueuePlayer?
  }

  /// Copies of the template in the player.
  private static let copyCount = 3

  private let properties = ObservedProperties()
  private let state = Mutex(State())
  private let template: AVPlayerItem
  private let range: CMTimeRange

  /// Repeats a whole item.
  public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
    self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
  }

  /// Repeats a part of an item.
  ///
  /// - Parameters:
  ///   - player: The player, whose items are removed.
  ///   - itemToLoop: The template.
  ///   - loopRange: The part; invalid for the whole item.
  public convenience init(
    player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange
  ) {
    player.removeAllItems()
    self.init(
      player: player, templateItem: itemToLoop, timeRange: loopRange,
      existingItemsOrdering: .loopingItemsFollowExistingItems)
  }

  /// Repeats a part of an item, before or after the player's other items.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - itemToLoop: The template.
  ///   - loopRange: The part; invalid for the whole item.
  ///   - itemOrdering: The position of the copies relative to the other items.
  public init(
    player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange,
    existingItemsOrdering itemOrdering: ItemOrdering
  ) {
    template = itemToLoop
    range = loopRange
    super.init()
    let others =
      itemOrdering == .loopingItemsPrecedeExistingItems ? player.items() : []
    let copies = (0..<Self.copyCount).map { _ in makeCopy() }
    state.withLock { state in
      state.player = player
      state.copies = copies
    }
    let observations = [
      player.observe(\.currentItem) { [weak self] player, _ in
        self?.currentItemChanged(player.currentItem)
      },
      player.observe(\.currentItem?.status, options: .initial) { [weak self] player, _ in
        self?.statusChanged(player.currentItem)
      },
    ]
    state.withLock { $0.observations = observations }
    for copy in copies { player.insert(copy, after: nil) }
    // The other items then follow the copies.
    for other in others {
      player.remove(other)
      player.insert(other, after: nil)
    }
  }

  deinit { disableLooping() }

  /// Whether the looper repeats the item.
  public var status: Status {
    properties.access(self, \.status)
    return state.withLock { $0.status }
  }

  /// How often the item has been played to its end.
  public var loopCount: Int {
    properties.access(self, \.loopCount)
    return state.withLock { $0.loopCount }
  }

  /// The reason for a failure; `nil` if the looper has not failed.
  public var error: (any Error)? {
    properties.access(self, \.error)
    return state.withLock { $0.error }
  }

  /// The copies in the player, the current one first.
  public var loopingPlayerItems: [AVPlayerItem] { state.withLock { $0.copies } }

  /// Ends the repetition after the current copy.
  open func disableLooping() {
    let (player, copies, isRunning) = state.withLock { state in
      let isRunning = state.status != .cancelled && !state.observations.isEmpty
      defer { state.observations = [] }
      return (state.player, state.copies, isRunning)
    }
    guard isRunning else { return }
    properties.change(self, \.status) { state.withLock { $0.status = .cancelled } }
    for copy in copies.dropFirst() { player?.remove(copy) }
  }

  private func makeCopy() -> AVPlayerItem {
    let item = AVPlayerItem(asset: template.asset)
    item.audioTimePitchAlgorithm = template.audioTimePitchAlgorithm
    item.audioMix = template.audioMix
    guard range.isValid, !range.isEmpty else {
      item.forwardPlaybackEndTime = template.forwardPlaybackEndTime
      return item
    }
    item.seek(to: range.start)
    item.forwardPlaybackEndTime = range.end
    return item
  }

  /// Adds a copy for each copy that has been played.
  private func currentItemChanged(_ current: AVPlayerItem?) {
    let played = state.withLock { state -> Int in
      guard state.status != .cancelled, !state.observations.isEmpty,
        let index = state.copies.firstIndex(where: { $0 === current })
      else { return 0 }
      state.copies.removeFirst(index)
      return index
    }
    guard played > 0, let player = state.withLock({ $0.player }) else { return }
    let copies = (0..<played).map { _ in makeCopy() }
    var last = state.withLock { $0.copies.last }
    properties.change(self, \.loopCount) {
      state.withLock { state in
        state.loopCount += played
        state.copies += copies
      }
    }
    for copy in copies {
      // Insert the copy before the other items that wait for the end of the loop.
      let place = last.flatMap { player.canInsert(copy, after: $0) ? $0 : nil }
      player.insert(copy, after: place)
      last = copy
    }
  }

  private func statusChanged(_ item: AVPlayerItem?) {
    let isAwaited = state.withLock { state in
      state.status == .unknown && state.copies.contains { $0 === item }
    }
    guard let item, isAwaited else { return }
    switch item.status {
    case .unknown: break
    case .readyToPlay:
      properties.change(self, \.status) { state.withLock { $0.status = .ready } }
    case .failed:
      properties.change(self, \.status, \.error) {
        state.withLock { state in
          state.status = .failed
          state.error = item.error
        }
      }
    }
  }
}
