/// Keeps numbers finite whatever packets say.
///
/// Of the frequencies that packets can say, one set in some 600 is out of order even after ``ILBCSpectrum`` has moved them apart, and what
/// rings in its predictor does not fade. Nothing bounds what predictors make that change all the time: packets of chance have passed the
/// limit, where speech hardly passes full scale.
enum ILBCLimit {
  /// 30 dB above full scale, which is 32768.
  static let largest: Float = 1_000_000

  /// The number within the limit; one that is none becomes the lower limit.
  @inline(__always)
  static func clamped(_ number: Float) -> Float {
    number > -largest ? (number < largest ? number : largest) : -largest
  }
}
