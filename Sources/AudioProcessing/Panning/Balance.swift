internal import Glibc

/// The levels of channels for a balance between left and right, and between back and front.
///
/// Channels that stand on neither side, and those without a direction, stay as they are.
package enum Balance {
  /// What the sides lose and gain.
  package enum Law: Sendable {
    /// The side that is not favoured fades; none gets louder.
    case greatestUnity
    /// Both sides change, and the sum of their squares does not.
    case equalPower
  }

  /// The levels of channels.
  ///
  /// - Parameters:
  ///   - leftRight: -1 for left to 1 for right.
  ///   - backFront: -1 for back to 1 for front.
  ///   - places: Where the channels are.
  ///   - law: What the sides lose and gain.
  /// - Returns: A level for each channel; 1 where nothing is favoured.
  package static func levels(
    leftRight: Float, backFront: Float, among places: [SpeakerPlace?], _ law: Law
  ) -> [Float] {
    places.map { place in
      guard let place else { return 1 }
      let angle = place.azimuth * .pi / 180
      return level(leftRight, side: sin(angle), law) * level(backFront, side: cos(angle), law)
    }
  }

  /// The level of a side: the favoured one where it has the sign of `balance`.
  private static func level(_ balance: Float, side: Double, _ law: Law) -> Float {
    // A sine is off by so little where it should be 0.
    guard abs(side) > 1e-9 else { return 1 }
    let favour = side > 0 ? balance : -balance
    switch law {
    case .greatestUnity: return min(1 + favour, 1)
    case .equalPower: return Float(2).squareRoot() * sin((1 + favour) * .pi / 4)
    }
  }
}
