internal import AudioRealtime
internal import Foundation

/// The levels of a player at its last update.
struct PlayerMeters {
  /// The level of silence in decibels.
  private static let floor: Float = -160

  /// Whether the player measures levels; disabling it discards the levels.
  var isEnabled = false {
    didSet { if !isEnabled { levels = [] } }
  }
  private var levels: [Level] = []

  /// Stores levels if metering is enabled.
  mutating func take(_ levels: [Level]) {
    if isEnabled { self.levels = levels }
  }

  /// A level of a channel in decibels relative to full scale.
  func decibels(_ channel: Int, _ value: KeyPath<Level, Float>) -> Float {
    guard levels.indices.contains(channel), levels[channel][keyPath: value] > 0 else {
      return Self.floor
    }
    return max(Self.floor, 20 * log10(levels[channel][keyPath: value]))
  }
}
