internal import Glibc

/// A curve from level 1 at a reference distance to the lowest level at a maximum distance.
package struct DistanceCurve: Equatable, Sendable {
  /// The shape of the curve between both distances.
  package enum Shape: Int, Sendable {
    /// The level falls by the same decibels for each doubling of the distance.
    case power = 0
    /// The level falls by the same decibels for each meter.
    case exponential = 1
    /// The reciprocal of the level grows by the same amount for each meter.
    case inverse = 2
    /// The level falls by the same amount for each meter.
    case linear = 3
  }

  package var shape = Shape.power
  /// The distance of level 1, in meters.
  package var reference: Float
  /// The distance beyond which the level stays the same, in meters.
  package var maximum: Float
  /// How far the level falls until the maximum, in decibels.
  package var attenuation: Float

  package init(reference: Float, maximum: Float, attenuation: Float) {
    (self.reference, self.maximum, self.attenuation) = (reference, maximum, attenuation)
  }

  /// The level at a distance in meters.
  package func level(at distance: Float) -> Float {
    let reference = max(1e-4, self.reference)
    guard maximum > reference, distance > reference else { return 1 }
    let distance = min(distance, maximum)
    let lowest = powf(10, -max(0, attenuation) / 20)
    let part = (distance - reference) / (maximum - reference)
    switch shape {
    case .power: return powf(lowest, logf(distance / reference) / logf(maximum / reference))
    case .exponential: return powf(lowest, part)
    case .inverse: return 1 / (1 + part * (1 / lowest - 1))
    case .linear: return 1 - part * (1 - lowest)
    }
  }
}
