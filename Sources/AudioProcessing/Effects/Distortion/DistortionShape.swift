/// The stages of a distortion, each with a mix between its input (0) and its output (1).
package struct DistortionShape: Equatable, Sendable {
  /// The delay of echoes in seconds, from 0.0001 to 0.5.
  package var delaySeconds: Float = 0.000_1
  /// How fast echoes decay: by this many nepers in a tenth of a second.
  package var decay: Float = 1
  package var delayMix: Float = 0.5
  /// How long samples are held: the number of frames is 64 to the power of this value.
  package var decimation: Float = 0.5
  /// How far samples are rounded: from 24 bits (0) to 2 (1).
  package var rounding: Float = 0
  package var decimationMix: Float = 0.5
  /// The coefficients of the polynomial that is applied to samples.
  package var linearTerm: Float = 0.5
  package var squaredTerm: Float = 0
  package var cubicTerm: Float = 0
  package var polynomialMix: Float = 0.5
  /// The tones with which samples are multiplied, in hertz, and the share of the second one.
  package var ringFrequencies: (Float, Float) = (100, 100)
  package var ringBalance: Float = 0.5
  package var ringMix: Float = 0
  /// The gain before the limit at full scale, in decibels.
  package var softClipGain: Float = -6

  /// The usual shape.
  package init() {}

  /// A shape whose stages have no effect, except for the limit.
  package static var plain: DistortionShape {
    var shape = DistortionShape()
    (shape.delayMix, shape.decimationMix, shape.polynomialMix) = (0, 0, 0)
    shape.softClipGain = 0
    return shape
  }

  package static func == (one: DistortionShape, other: DistortionShape) -> Bool {
    one.values == other.values
  }

  /// The number of ``values``.
  package static let valueCount = 15

  /// All settings in a fixed order.
  package var values: [Float] {
    [
      delaySeconds, decay, delayMix, decimation, rounding, decimationMix, linearTerm, squaredTerm,
      cubicTerm, polynomialMix, ringFrequencies.0, ringFrequencies.1, ringBalance, ringMix,
      softClipGain,
    ]
  }

  /// Takes a setting, within its range.
  ///
  /// - Parameters:
  ///   - value: The setting.
  ///   - index: Its place in ``values``.
  package mutating func take(_ value: Float, at index: Int) {
    func limit(_ range: ClosedRange<Float>) -> Float {
      value.isFinite ? max(range.lowerBound, min(value, range.upperBound)) : range.lowerBound
    }
    switch index {
    case 0: delaySeconds = limit(0.000_1...0.5)
    case 1: decay = limit(0.1...50)
    case 2: delayMix = limit(0...1)
    case 3: decimation = limit(0...1)
    case 4: rounding = limit(0...1)
    case 5: decimationMix = limit(0...1)
    case 6: linearTerm = limit(0...1)
    case 7: squaredTerm = limit(0...20)
    case 8: cubicTerm = limit(0...20)
    case 9: polynomialMix = limit(0...1)
    case 10: ringFrequencies.0 = limit(0.5...8_000)
    case 11: ringFrequencies.1 = limit(0.5...8_000)
    case 12: ringBalance = limit(0...1)
    case 13: ringMix = limit(0...1)
    default: softClipGain = limit(-80...20)
    }
  }
}
