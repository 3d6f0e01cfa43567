/// The settings of the effects.
struct EffectSettings {
  var rate: Float = 1
  /// The pitch in cents.
  var pitch: Float = 0
  /// The part of the reverb, in percent.
  var reverb: Float = 20
  /// The gain of low frequencies, in decibels.
  var bass: Float = 0

  /// Takes an option; returns whether it exists and its value is a number.
  mutating func set(_ option: String, _ text: String) -> Bool {
    guard let value = Float(text), value.isFinite else { return false }
    switch option {
    case "--rate": rate = max(1 / 32, min(value, 32))
    case "--pitch": pitch = value
    case "--reverb": reverb = value
    case "--bass": bass = value
    default: return false
    }
    return true
  }
}
