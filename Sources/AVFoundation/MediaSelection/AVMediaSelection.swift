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

  /// Whether a player's criteria may choose the option; false after the client has chosen one.
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

/// A choice of options that a client can change.
///
/// A change has no effect on playback; ``AVPlayerItem/select(_:in:)`` applies a choice.
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

  /// Returns the current choice, which never changes.
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
  /// A playing item switches to the new option at the current position, once the option's segments
  /// have arrived. If the segments cannot be read, the old option continues.
  ///
  /// - Parameters:
  ///   - mediaSelectionOption: The option; `nil` selects the default, because sound cannot be
  ///     deselected.
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

  /// Reads the item again with its new tracks, from the current position, if it is the current
  /// item.
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

  /// Posted when the choice of an item has changed; the object is the item.
  public class var mediaSelectionDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemMediaSelectionDidChangeNotification")
  }
}
