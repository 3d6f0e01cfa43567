internal import Glibc

/// Speaker levels for a sound from one direction around the listener.
///
/// The squares of the levels add up to 1. Only the azimuth counts. Speakers above or below ear
/// level stay silent, unless all speakers are elevated.
package enum Panning {
  /// How to distribute a sound to speakers.
  package enum Law: Sendable {
    /// To the two speakers next to the direction.
    ///
    /// Source: V. Pulkki, *Virtual Sound Source Positioning Using Vector Base Amplitude Panning*,
    /// JAES 45 (1997), equation 9.
    case speakerPair
    /// Distributes the sound to all speakers; speakers closer to its direction are louder. Uses
    /// first-order ambisonics with in-phase decoding, so no level is negative.
    ///
    /// Source: G. Monro, *In-Phase Corrections for Ambisonics*, ICMC 2000.
    case soundField
  }

  /// Returns the levels of a sound.
  ///
  /// - Parameters:
  ///   - azimuth: The direction of the sound, in degrees to the right.
  ///   - places: The speaker positions, or `nil` for channels without a direction, which stay
  ///     silent.
  ///   - law: How to distribute the sound.
  /// - Returns: A level for each channel, or `nil` if no channel has a direction.
  package static func levels(
    of azimuth: Double, among places: [SpeakerPlace?], _ law: Law
  ) -> [Float]? {
    let isFlat = places.contains { $0?.isElevated == false }
    let speakers: [(channel: Int, place: Double)] = places.enumerated().compactMap { index, place in
      guard let place, !(isFlat && place.isElevated) else { return nil }
      return (index, turn(from: azimuth, to: place.azimuth))
    }
    guard !speakers.isEmpty else { return nil }
    var levels = [Double](repeating: 0, count: places.count)
    switch law {
    case .soundField:
      for (channel, place) in speakers { levels[channel] = 1 + sine(place + 90) }
    case .speakerPair:
      guard let right = speakers.min(by: { $0.place < $1.place }),
        let left = speakers.max(by: { $0.place < $1.place })
      else { return nil }
      let (toRight, toLeft) = (right.place, 360 - left.place)
      // Speakers at least half a circle apart are not a pair. Pan between them at equal power.
      let isPair = toRight + toLeft < 180
      let share = toRight / (toRight + toLeft) * 90
      levels[left.channel] = sine(isPair ? toRight : share)
      levels[right.channel] = sine(isPair ? toLeft : 90 - share)
    }
    if levels.allSatisfy({ $0 == 0 }) {
      // The sound is opposite to the only speaker.
      for (channel, _) in speakers { levels[channel] = 1 }
    }
    let power = levels.reduce(0) { $0 + $1 * $1 }
    return levels.map { Float($0 / power.squareRoot()) }
  }

  /// Returns the clockwise angle between two directions, from 0 to below 360 degrees.
  private static func turn(from start: Double, to end: Double) -> Double {
    let turn = (end - start).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? (turn + 360).truncatingRemainder(dividingBy: 360) : turn
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
}
