internal import AudioContainers
internal import AudioPlayback
public import Foundation
internal import Synchronization

/// The option of one kind of media.
struct MediaChoice: Equatable {
  /// The option; `nil` for no texts.
  var option: AVMediaSelectionOption?
  /// Whether the criteria of a player may replace the option; false after the client's choice.
  var isAutomatic = true
}

/// A choice of options for an asset.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; only the weak reference changes.

  /// The asset, if it still exists.
  public private(set) weak var asset: AVAsset?
  private let chosen: [HLSRendition.Kind: MediaChoice]

  /// The chosen options; kinds without one have the default.
  var choices: [HLSRendition.Kind: MediaChoice] { chosen }

  init(_ asset: AVAsset?, _ choices: [HLSRendition.Kind: MediaChoice]) {
    self.asset = asset
    chosen = choices
  }

  /// Whether a player's criteria may choose the option; false after the client has chosen one.
  open func mediaSelectionCriteriaCanBeAppliedAutomatically(
    to mediaSelectionGroup: AVMediaSelectionGroup
  ) -> Bool { choices[mediaSelectionGroup.kind]?.isAutomatic ?? true }

  /// The chosen option of a group, or else its default; `nil` if no texts are chosen.
  open func selectedMediaOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    guard let choice = choices[mediaSelectionGroup.kind] else {
      return mediaSelectionGroup.defaultOption
    }
    if let option = choice.option, mediaSelectionGroup.options.contains(option) { return option }
    let isEmpty = choice.option == nil && mediaSelectionGroup.allowsEmptySelection
    return isEmpty ? nil : mediaSelectionGroup.defaultOption
  }

  /// Returns the selection itself, because it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a choice that can change.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableMediaSelection(asset, choices)
  }
}

/// A choice of options that a client can change.
///
/// A change has no effect on playback; ``AVPlayerItem/select(_:in:)`` applies a choice.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  private let changed = Mutex<[HLSRendition.Kind: MediaChoice]>([:])

  override var choices: [HLSRendition.Kind: MediaChoice] {
    super.choices.merging(changed.withLock { $0 }) { $1 }
  }

  /// Chooses an option of a group; `nil` for no texts, or for the default sound.
  open func select(
    _ mediaSelectionOption: AVMediaSelectionOption?,
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    let option = mediaSelectionOption ?? mediaSelectionGroup.emptyOption
    guard mediaSelectionGroup.accepts(option) else { return }
    let isAutomatic = mediaSelectionCriteriaCanBeAppliedAutomatically(to: mediaSelectionGroup)
    changed.withLock {
      $0[mediaSelectionGroup.kind] = MediaChoice(option: option, isAutomatic: isAutomatic)
    }
  }

  /// Returns the current choice, which never changes.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMediaSelection(asset, choices) }
}

extension AVPlayerItem {
  /// The choice of this item.
  public var currentMediaSelection: AVMediaSelection {
    properties.access(self, \.currentMediaSelection)
    return AVMediaSelection(asset, state.withLock { $0.choices })
  }

  /// Plays another option, such as a language.
  ///
  /// A playing item switches to new sound at the current position, once the option's segments have
  /// arrived. If the segments cannot be read, the old sound continues. New texts go to the outputs
  /// of the item as soon as they have been read.
  ///
  /// - Parameters:
  ///   - mediaSelectionOption: The option; `nil` selects no texts, or the default sound, because
  ///     sound cannot be deselected.
  ///   - mediaSelectionGroup: The group of the option, from ``AVPlayerItem/asset``.
  public func select(
    _ mediaSelectionOption: AVMediaSelectionOption?,
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    setAutomatic(false, in: mediaSelectionGroup)
    apply(mediaSelectionOption ?? mediaSelectionGroup.emptyOption, in: mediaSelectionGroup)
  }

  /// Sets whether the criteria of the player may choose the option of a group.
  private func setAutomatic(_ isAutomatic: Bool, in group: AVMediaSelectionGroup) {
    let option = selectedMediaOption(in: group)
    state.withLock {
      $0.choices[group.kind] = MediaChoice(option: option, isAutomatic: isAutomatic)
    }
  }

  /// Plays another option, for the client or by the criteria of the player.
  func apply(
    _ option: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    guard mediaSelectionGroup.accepts(option) else { return }
    let (kind, old) = (mediaSelectionGroup.kind, selectedMediaOption(in: mediaSelectionGroup))
    guard old != option else { return choose(option, kind) }
    properties.change(self, \.currentMediaSelection) { choose(option, kind) }
    if kind == .audio {
      media.selectRendition(option?.rendition.name)
      reread()
    } else {
      timedOutputs.update()
    }
    NotificationCenter.default.post(name: Self.mediaSelectionDidChangeNotification, object: self)
  }

  private func choose(_ option: AVMediaSelectionOption?, _ kind: HLSRendition.Kind) {
    state.withLock { $0.choices[kind, default: MediaChoice()].option = option }
  }

  /// Reads the item again with its new tracks, from the current position, if it is the current
  /// item.
  func reread() {
    let (player, id) = state.withLock { ($0.player, $0.id) }
    if let player, let id, player.core.itemIDs.first == id { player.core.reread() }
  }

  /// Plays the option that the criteria of the player choose, or else the default option.
  public func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
    setAutomatic(true, in: mediaSelectionGroup)
    if let player, player.appliesMediaSelectionCriteriaAutomatically {
      player.applyCriteria(to: self)
    } else {
      apply(mediaSelectionGroup.defaultOption, in: mediaSelectionGroup)
    }
  }

  /// The option of a group that is played; `nil` if no texts are shown.
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
