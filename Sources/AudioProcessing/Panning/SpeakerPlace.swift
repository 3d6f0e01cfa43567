internal import Glibc
package import AudioModel

/// The position of a speaker relative to the listener.
///
/// Sources: Recommendations ITU-R BS.775-3, 2.1, and BS.2051-3, table 1.
package struct SpeakerPlace: Equatable, Sendable {
  /// Degrees to the right of straight ahead, negative to the left.
  package var azimuth: Double
  /// Whether the speaker is above or below ear level.
  package var isElevated: Bool

  package init(azimuth: Double, isElevated: Bool = false) {
    self.azimuth = azimuth
    self.isElevated = isElevated
  }

  /// The position of a channel, from its coordinates if it has them.
  ///
  /// Fails if the channel has no direction, such as low frequencies.
  package init?(_ channel: ChannelDescription) {
    if channel.label == ChannelLabel.useCoordinates.rawValue {
      self.init(channel.coordinates, flags: channel.flags)
    } else {
      self.init(ChannelLabel(rawValue: channel.label))
    }
  }

  /// The position from Core Audio's coordinates.
  ///
  /// - Parameters:
  ///   - coordinates: Right, ahead, and up, or azimuth and elevation in degrees, and distance.
  ///   - flags: 1 for right, ahead, and up; 2 for azimuth, elevation, and distance.
  package init?(_ coordinates: SIMD3<Float>, flags: UInt32) {
    let (x, y, z) = (Double(coordinates.x), Double(coordinates.y), Double(coordinates.z))
    guard x.isFinite, y.isFinite, z.isFinite else { return nil }
    switch flags & 3 {
    case 1 where x != 0 || y != 0:
      self.init(azimuth: atan2(x, y) * 180 / .pi, isElevated: z != 0)
    case 2: self.init(azimuth: x, isElevated: y != 0)
    default: return nil
    }
  }

  private init?(_ label: ChannelLabel) {
    if let azimuth = Self.elevated[label] {
      self.init(azimuth: azimuth, isElevated: true)
    } else if let azimuth = Self.azimuths[label] ?? Self.azimuths[label.usual] {
      self.init(azimuth: azimuth)
    } else {
      return nil
    }
  }

  private static let azimuths: [ChannelLabel: Double] = [
    .left: -30, .right: 30, .center: 0, .leftCenter: -15, .rightCenter: 15,
    .leftSurround: -110, .rightSurround: 110, .centerSurround: 180,
    .leftSurroundDirect: -90, .rightSurroundDirect: 90, .leftRear: -135, .rightRear: 135,
    .leftWide: -60, .rightWide: 60,
  ]

  private static let elevated: [ChannelLabel: Double] = [
    .leftHeight: -30, .centerHeight: 0, .rightHeight: 30, .leftTopMiddle: -90,
    .rightTopMiddle: 90, .topBackLeft: -135, .topBackCenter: 180, .topBackRight: 135,
    .leftTopRear: -135, .centerTopRear: 180, .rightTopRear: 135,
  ]
}
