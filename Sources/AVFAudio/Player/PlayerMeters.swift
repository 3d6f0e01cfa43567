internal import AudioRealtime
internal import Foundation

/// The levels of a player, as they were when they were asked for last.
struct PlayerMeters {
  /// What silence is in decibels.
  private static let floor: Float = -160

  /// Whether levels are measured; turning it off forgets those that were.
  var isEnabled = false {
    didSet { if !isEnabled { levels = [] } }
  }
  private var levels: [Level] = []

  /// Keeps levels, where they are measured.
  mutating func take(_ levels: [Level]) {
    if isEnabled { self.levels = levels }
  }

  /// One value of a channel in decibels of full scale.
  func decibels(_ channel: Int, _ value: KeyPath<Level, Float>) -> Float {
    guard levels.indices.contains(channel), levels[channel][keyPath: value] > 0 else {
      return Self.floor
    }
    return max(Self.floor, 20 * log10(levels[channel][keyPath: value]))
  }
}
