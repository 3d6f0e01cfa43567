import Foundation

/// A note of the scale with twelve equal steps.
struct Note {
  private static let steps: [Character: Int] = [
    "C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11,
  ]

  /// The number of the note in MIDI: A4 is 69.
  let number: Int

  /// Reads a name such as `A4`, `C#5`, or `Bb3`.
  init?(_ name: String) {
    guard let letter = name.first, let step = Self.steps[Character(letter.uppercased())] else {
      return nil
    }
    var rest = name.dropFirst()
    var shift = 0
    if let sign = rest.first, sign == "#" || sign == "b" {
      shift = sign == "#" ? 1 : -1
      rest = rest.dropFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    number = 12 * (octave + 1) + step + shift
  }

  /// The frequency in hertz.
  var frequency: Float { Float(440 * pow(2, Double(number - 69) / 12)) }
}
