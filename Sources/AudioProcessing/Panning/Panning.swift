internal import Glibc

/// The levels at which a sound from one direction is played by speakers around the listener.
///
/// Their squares add up to 1. Only directions count, not heights: what is not at the height of the ears stays silent, unless all are so.
package enum Panning {
  /// How a sound is put among speakers.
  package enum Law: Sendable {
    /// By the two on either side of it.
    ///
    /// Source: V. Pulkki, *Virtual Sound Source Positioning Using Vector Base Amplitude Panning*, JAES 45 (1997), equation 9.
    case speakerPair
    /// By all, the more the nearer they are: the first order of ambisonics, in phase.
    ///
    /// Source: G. Monro, *In-Phase Corrections for Ambisonics*, ICMC 2000.
    case soundField
  }

  /// The levels of a sound.
  ///
  /// - Parameters:
  ///   - azimuth: Its direction, in degrees to the right.
  ///   - places: The speakers; `nil` for channels without a direction, which get nothing.
  ///   - law: How it is put among them.
  /// - Returns: A level for each channel; `nil` where none has a direction.
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
      // Half a circle apart or more they are no pair: there the sound goes from one to the other at equal power.
      let isPair = toRight + toLeft < 180
      let share = toRight / (toRight + toLeft) * 90
      levels[left.channel] = sine(isPair ? toRight : share)
      levels[right.channel] = sine(isPair ? toLeft : 90 - share)
    }
    if levels.allSatisfy({ $0 == 0 }) {
      // Opposite to the only speaker.
      for (channel, _) in speakers { levels[channel] = 1 }
    }
    let power = levels.reduce(0) { $0 + $1 * $1 }
    return levels.map { Float($0 / power.squareRoot()) }
  }

  /// Degrees from one direction to the right until another, 0 to below 360.
  private static func turn(from start: Double, to end: Double) -> Double {
    let turn = (end - start).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? (turn + 360).truncatingRemainder(dividingBy: 360) : turn
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
}
