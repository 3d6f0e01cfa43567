internal import Glibc

/// A place or a direction in space: x points right, y points up, z points back.
package typealias SpatialVector = SIMD3<Float>

/// How the level of a sound falls with its distance.
///
/// Source: OpenAL 1.1 Specification, 3.4, the clamped models, as in the Web Audio API.
package struct DistanceAttenuation: Equatable, Sendable {
  /// The law of the level.
  package enum Model: Int, Sendable {
    case exponential = 1
    case inverse = 2
    case linear = 3
  }

  package var model = Model.inverse
  /// The distance of level 1, in meters.
  package var reference: Float = 1
  /// The distance beyond which the level stays the same, in meters.
  package var maximum: Float = 100_000
  /// How fast the level falls.
  package var rolloff: Float = 1

  package init() {}

  /// The level of a sound at a distance in meters.
  package func level(at distance: Float) -> Float {
    let reference = max(1e-4, self.reference)
    let maximum = max(reference, self.maximum)
    let clamped = max(reference, min(distance, maximum))
    switch model {
    case .inverse: return reference / (reference + rolloff * (clamped - reference))
    case .exponential: return powf(clamped / reference, -rolloff)
    case .linear:
      guard maximum > reference else { return 1 }
      let part = (clamped - reference) / (maximum - reference)
      return max(0, 1 - max(0, min(rolloff, 1)) * part)
    }
  }
}

/// The place and the direction of a listener.
package struct SpatialListener: Equatable, Sendable {
  package var position = SpatialVector(0, 0, 0)
  package var forward = SpatialVector(0, 0, -1)
  package var up = SpatialVector(0, 1, 0)

  package init() {}

  /// Sets the direction by rotations in degrees, with a positive sign to the right and upwards.
  ///
  /// - Parameters:
  ///   - yaw: The rotation to the right.
  ///   - pitch: The rotation upwards.
  ///   - roll: The tilt to the right.
  package mutating func turn(yaw: Float, pitch: Float, roll: Float) {
    let (yaw, pitch, roll) = (yaw * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
    forward = [sinf(yaw) * cosf(pitch), sinf(pitch), -cosf(yaw) * cosf(pitch)]
    let (upright, right) = Self.axes(yaw, pitch)
    up = cosf(roll) * upright + sinf(roll) * right
  }

  /// The rotations in degrees, with a yaw of 0 for a vertical direction.
  package var angles: (yaw: Float, pitch: Float, roll: Float) {
    let forward = Self.unit(forward) ?? [0, 0, -1]
    let yaw = abs(forward.y) > 0.999_999 ? 0 : atan2f(forward.x, -forward.z)
    let pitch = asinf(max(-1, min(forward.y, 1)))
    let (upright, right) = Self.axes(yaw, pitch)
    let roll = atan2f((up * right).sum(), (up * upright).sum())
    return (yaw * 180 / .pi, pitch * 180 / .pi, roll * 180 / .pi)
  }

  /// The directions to the top and to the right of a head without a tilt.
  private static func axes(
    _ yaw: Float, _ pitch: Float
  ) -> (up: SpatialVector, right: SpatialVector) {
    (
      [-sinf(yaw) * sinf(pitch), cosf(pitch), cosf(yaw) * sinf(pitch)], [cosf(yaw), 0, sinf(yaw)]
    )
  }

  /// The vector with length 1; `nil` for a vector without a direction.
  private static func unit(_ vector: SpatialVector) -> SpatialVector? {
    let length = (vector * vector).sum().squareRoot()
    return length.isFinite && length > 1e-6 ? vector / length : nil
  }

  private static func cross(_ one: SpatialVector, _ two: SpatialVector) -> SpatialVector {
    [
      one.y * two.z - one.z * two.y, one.z * two.x - one.x * two.z, one.x * two.y - one.y * two.x,
    ]
  }

  /// The levels of a sound on the left and on the right, with equal power.
  ///
  /// Source: Web Audio API, "Panning Algorithm", azimuth and equal-power panning of mono.
  package func levels(of place: SpatialVector) -> (left: Float, right: Float) {
    let azimuth = azimuth(of: place)
    let part = (azimuth + 90) / 180
    return (cosf(part * .pi / 2), sinf(part * .pi / 2))
  }

  /// The direction of a place in the axes of the head; straight ahead for the place of the head.
  package func direction(of place: SpatialVector) -> SpatialVector {
    guard let way = Self.unit(place - position), let forward = Self.unit(forward),
      let right = Self.unit(Self.cross(forward, up))
    else { return [0, 0, -1] }
    let top = Self.cross(right, forward)
    return [(way * right).sum(), (way * top).sum(), -(way * forward).sum()]
  }

  /// The distance of a place in meters.
  package func distance(to place: SpatialVector) -> Float {
    let way = place - position
    return (way * way).sum().squareRoot()
  }

  /// The angle of a place in the plane of the ears, from -90 (left) to 90 degrees.
  ///
  /// A place behind the listener counts as if it were in front.
  private func azimuth(of place: SpatialVector) -> Float {
    guard let way = Self.unit(place - position), let forward = Self.unit(forward),
      let right = Self.unit(Self.cross(forward, up))
    else { return 0 }
    let top = Self.cross(right, forward)
    guard let level = Self.unit(way - (way * top).sum() * top) else { return 0 }
    var azimuth = acosf(max(-1, min((level * right).sum(), 1))) * 180 / .pi
    if (level * forward).sum() < 0 { azimuth = 360 - azimuth }
    azimuth = azimuth <= 270 ? 90 - azimuth : 450 - azimuth
    if azimuth < -90 { return -180 - azimuth }
    return azimuth > 90 ? 180 - azimuth : azimuth
  }
}
