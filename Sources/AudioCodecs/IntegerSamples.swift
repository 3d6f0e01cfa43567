/// Conversion of Float32 samples to integers for lossless and companding codecs.
enum IntegerSamples {
  /// Returns the nearest integer with 1 to 24 bits, with ties to even.
  ///
  /// Clamps values out of range, and converts NaN to 0.
  static func of(_ sample: Float, bits: Int) -> Int32 {
    let scale = Float(1 << (bits - 1))
    guard !sample.isNaN else { return 0 }
    let scaled = (sample * scale).rounded(.toNearestOrEven)
    return Int32(min(max(scaled, -scale), scale - 1))
  }

  /// Scales a sample to 32 bits: 1.0 is 2^31.
  ///
  /// The low bits of small samples are cut off. Clamps values out of range, and converts NaN to
  /// 0.
  static func tops(of sample: Float) -> Int32 {
    guard !sample.isNaN else { return 0 }
    return Int32(max(min(Double(sample) * 0x1p31, 0x1p31 - 1), -0x1p31))
  }
}
