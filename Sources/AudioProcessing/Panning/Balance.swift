internal import Glibc

/// Channel levels for a balance between left and right, and between back and front.
///
/// Channels in the middle, and those without a direction, are unchanged.
package enum Balance {
  /// The gain of each side.
  package enum Law: Sendable {
    /// The other side fades, and no level exceeds 1.
    case greatestUnity
    /// Both sides change, and the sum of their squares is constant.
    case equalPower
  }

  /// Returns the levels of channels.
  ///
  /// - Parameters:
  ///   - leftRight: -1 for left to 1 for right.
  ///   - backFront: -1 for back to 1 for front.
  ///   - places: The positions of the channels.
  ///   - law: The gain of each side.
  /// - Returns: A level for each channel; 1 for a channel that neither balance affects.
  package static func levels(
    leftRight: Float, backFront: Float, among places: [SpeakerPlace?], _ law: Law
  ) -> [Float] {
    places.map { place in
      guard let place else { return 1 }
      let angle = place.azimuth * .pi / 180
      return level(leftRight, side: sin(angle), law) * level(backFront, side: cos(angle), law)
    }
  }

  /// Returns the level of a side, which is favored if it has the sign of `balance`.
  private static func level(_ balance: Float, side: Double, _ law: Law) -> Float {
    // The tolerance for sines that should be 0.
    guard abs(side) > 1e-9 else { return 1 }
    let favour = side > 0 ? balance : -balance
    switch law {
    case .greatestUnity: return min(1 + favour, 1)
    case .equalPower: return Float(2).squareRoot() * sin((1 + favour) * .pi / 4)
    }
  }
}
