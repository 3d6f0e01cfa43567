/// Integers of Float32 samples, as lossless and companding codecs take them.
enum IntegerSamples {
  /// The nearest integer of so many bits, 1 to 24, ties to even; what lies outside becomes the outermost, what is no number 0.
  static func of(_ sample: Float, bits: Int) -> Int32 {
    let scale = Float(1 << (bits - 1))
    guard !sample.isNaN else { return 0 }
    let scaled = (sample * scale).rounded(.toNearestOrEven)
    return Int32(min(max(scaled, -scale), scale - 1))
  }

  /// The nearest integer of 32 bits, of which a float holds 24; what lies outside becomes the outermost, what is no number 0.
  static func tops(of sample: Float) -> Int32 {
    guard !sample.isNaN else { return 0 }
    return Int32(max(min(Double(sample) * 0x1p31, 0x1p31 - 1), -0x1p31))
  }
}
