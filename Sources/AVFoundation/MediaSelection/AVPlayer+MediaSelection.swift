internal import AudioContainers
internal import AudioPlayback
internal import Foundation
internal import Synchronization

/// The automatic choice of a player's options.
extension AVPlayer {
  /// How options are chosen.
  struct AutomaticSelection {
    var isOn = true
    var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
  }

  /// Whether the player chooses options by its criteria; `true` by default.
  ///
  /// Without criteria, each item plays its default options.
  public var appliesMediaSelectionCriteriaAutomatically: Bool {
    get { published.withLock { $0.selection.isOn } }
    set {
      published.withLock { $0.selection.isOn = newValue }
      applyCriteria()
    }
  }

  /// Sets the criteria by which items choose options, unless the client selects an option.
  ///
  /// - Parameters:
  ///   - criteria: The criteria; `nil` for none.
  ///   - mediaCharacteristic: The characteristic. Only `audible` and `legible` have options;
  ///     criteria for others are stored, but have no effect.
  public func setMediaSelectionCriteria(
    _ criteria: AVPlayerMediaSelectionCriteria?,
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) {
    published.withLock { $0.selection.criteria[mediaCharacteristic] = criteria }
    applyCriteria()
  }

  /// The criteria for a characteristic; `nil` for none.
  public func mediaSelectionCriteria(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVPlayerMediaSelectionCriteria? {
    published.withLock { $0.selection.criteria[mediaCharacteristic] }
  }

  private func applyCriteria() {
    for item in published.withLock({ $0.items }) { applyCriteria(to: item) }
  }

  /// Chooses the options of an item whose header has arrived.
  ///
  /// Without criteria, these are the default options. If the texts have no default, those that
  /// belong to the sound are shown.
  func applyCriteria(to item: AVPlayerItem) {
    let selection = published.withLock { $0.selection }
    let (choices, info) = item.state.withLock { ($0.choices, $0.info) }
    guard selection.isOn, let info else { return }
    var sound: AVMediaSelectionOption?
    if !info.renditions.isEmpty,
      let group = item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible)
    {
      if choices[.audio]?.isAutomatic ?? true {
        item.apply(
          selection.criteria[.audible]?.option(in: group) ?? group.defaultOption, in: group)
      }
      sound = item.selectedMediaOption(in: group)
    }
    guard !info.captions.isEmpty, choices[.subtitles]?.isAutomatic ?? true,
      let group = item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible)
    else { return }
    item.apply(
      selection.criteria[.legible]?.option(in: group) ?? group.defaultOption
        ?? sound?.associatedMediaSelectionOption(in: group), in: group)
  }
}
