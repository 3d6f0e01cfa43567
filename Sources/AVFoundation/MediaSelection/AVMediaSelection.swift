internal import AudioContainers
internal import AudioPlayback
public import Foundation
internal import Synchronization

/// A choice of options for an asset.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; only the weak reference changes.

  /// The asset, if it still exists.
  public private(set) weak var asset: AVAsset?
  private let option: AVMediaSelectionOption?
  private let isAutomatic: Bool

  /// The chosen option.
  var choice: AVMediaSelectionOption? { option }

  init(_ asset: AVAsset?, _ option: AVMediaSelectionOption?, isAutomatic: Bool = true) {
    self.asset = asset
    self.option = option
    self.isAutomatic = isAutomatic
  }

  /// Whether the criteria of a player may choose the option, because the client has not.
  open func mediaSelectionCriteriaCanBeAppliedAutomatically(
    to mediaSelectionGroup: AVMediaSelectionGroup
  ) -> Bool { isAutomatic }

  /// The chosen option of a group, or else its default.
  open func selectedMediaOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    if let choice, mediaSelectionGroup.options.contains(choice) { return choice }
    return mediaSelectionGroup.defaultOption
  }

  /// Returns the selection itself, because it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a choice that can change.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableMediaSelection(asset, choice, isAutomatic: isAutomatic)
  }
}

/// A choice of options for an asset, which a client changes.
///
/// It describes a choice; ``AVPlayerItem/select(_:in:)`` applies one.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  private let changed = Mutex<AVMediaSelectionOption?>(nil)

  override var choice: AVMediaSelectionOption? { changed.withLock { $0 } ?? super.choice }

  /// Chooses an option of a group; `nil` for the default.
  open func select(
    _ mediaSelectionOption: AVMediaSelectionOption?,
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    let option = mediaSelectionOption ?? mediaSelectionGroup.defaultOption
    guard let option, mediaSelectionGroup.options.contains(option) else { return }
    changed.withLock { $0 = option }
  }

  /// Returns the present choice, which does not change.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMediaSelection(asset, choice) }
}

extension AVPlayerItem {
  /// The choice of this item.
  public var currentMediaSelection: AVMediaSelection {
    properties.access(self, \.currentMediaSelection)
    let (option, isSelected) = state.withLock { ($0.selectedOption, $0.isSelectedByClient) }
    return AVMediaSelection(asset, option, isAutomatic: !isSelected)
  }

  /// Plays another option, such as a language.
  ///
  /// A playing item continues with the option at the heard time, once its segments have arrived. If
  /// they cannot be read, the present option continues.
  ///
  /// - Parameters:
  ///   - mediaSelectionOption: The option; `nil` for the default, because sound is not left out.
  ///   - mediaSelectionGroup: The group of the option, from ``AVPlayerItem/asset``.
  public func select(
    _ mediaSelectionOption: AVMediaSelectionOption?,
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    state.withLock { $0.isSelectedByClient = true }
    apply(mediaSelectionOption ?? mediaSelectionGroup.defaultOption, in: mediaSelectionGroup)
  }

  /// Plays another option, for the client or by the criteria of the player.
  func apply(
    _ option: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    guard let option, mediaSelectionGroup.options.contains(option) else { return }
    let old = currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
    guard old != option else { return }
    properties.change(self, \.currentMediaSelection) {
      state.withLock { $0.selectedOption = option }
    }
    media.selectRendition(option.rendition.name)
    reread()
    NotificationCenter.default.post(name: Self.mediaSelectionDidChangeNotification, object: self)
  }

  /// Continues at the heard time, with other tracks, if the item is the current one.
  func reread() {
    let (player, id) = state.withLock { ($0.player, $0.id) }
    if let player, let id, player.core.itemIDs.first == id { player.core.reread() }
  }

  /// Plays the option that the criteria of the player choose, or else the default option.
  public func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
    let player = state.withLock { state in
      state.isSelectedByClient = false
      return state.player
    }
    if let player, player.appliesMediaSelectionCriteriaAutomatically {
      player.applyCriteria(to: self)
    } else {
      apply(mediaSelectionGroup.defaultOption, in: mediaSelectionGroup)
    }
  }

  /// The option of a group that is played.
  public func selectedMediaOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
  }

  /// The choice of an item has changed; the object is the item.
  public class var mediaSelectionDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemMediaSelectionDidChangeNotification")
  }
}
