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
  /// Without criteria, each item plays its default option.
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
  ///   - mediaCharacteristic: The characteristic. Only `audible` has options; criteria for others
  ///     are stored, but have no effect.
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

  /// Chooses the option of an item whose header has arrived.
  func applyCriteria(to item: AVPlayerItem) {
    let (selects, criteria) = published.withLock {
      ($0.selection.isOn, $0.selection.criteria[.audible])
    }
    let state = item.state.withLock { ($0.isSelectedByClient, $0.info?.renditions.isEmpty) }
    guard selects, case (false, false?) = state,
      let group = item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible)
    else { return }
    item.apply(criteria?.option(in: group) ?? group.defaultOption, in: group)
  }
}
