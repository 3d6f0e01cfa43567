import Foundation

/// A part of the input, and changes of its level.
struct SoundEdit: Sendable {
  /// The times of the input that the output starts and ends at, in seconds.
  var start = 0.0
  var end = Double.infinity
  /// The change of the level, in decibels.
  var gain = 0.0
  /// The loudness of the output in LUFS, or `nil` to keep that of the input.
  var loudness: Double?
  /// The durations of the fades, in seconds.
  var fadeIn = 0.0
  var fadeOut = 0.0

  var isPart: Bool { start > 0 || end < .infinity }
  /// Whether samples change, so that they must be floats.
  var changesSamples: Bool { gain != 0 || loudness != nil || fades }
  var fades: Bool { fadeIn > 0 || fadeOut > 0 }

  /// The factor of the level.
  var factor: Float { Float(pow(10, gain / 20)) }
}
