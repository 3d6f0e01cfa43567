/// Rounds samples to integers.
enum PCMRounding {
  /// Rounds to the nearest integer with 1 to 32 bits, with ties to even, limited to full scale.
  ///
  /// The result is in the top bits of 32.
  @inline(__always)
  static func rounded(_ sample: Int32, bitCount: Int) -> Int32 {
    let drop = 32 - bitCount
    guard drop > 0 else { return sample }
    let wide = Int64(sample)
    let isOdd = wide >> drop & 1
    let nearest = (wide + (1 << (drop - 1)) - 1 + isOdd) >> drop
    return Int32(truncatingIfNeeded: min(nearest, 1 << (bitCount - 1) - 1) << drop)
  }

  /// Returns the nearest 64-bit integer for a full scale of 1, or 0 for NaN.
  @inline(__always)
  static func integer64(_ sample: Double) -> Int64 {
    let scaled = (sample * 0x1p63).rounded()
    guard !scaled.isNaN else { return 0 }
    return scaled < 0x1p63 ? Int64(max(scaled, -0x1p63)) : .max
  }

  /// Rounds floats to the top bits of 32.
  ///
  /// Adding 1.5 · 2²³ leaves the rounded number in the low bits of a float. A float has room for 22
  /// bits, and a double for far more.
  static func round(
    _ samples: Span<Float>, as encoding: PCMLayout.IntegerEncoding,
    into integers: inout MutableSpan<Int32>
  ) {
    precondition(samples.count == integers.count, "sample counts differ")
    let shift = Int32(32 - encoding.bitCount)
    let (whole, one) = (encoding.bitCount - 1, encoding.bitCount - 1 - encoding.headroomBitCount)
    if encoding.bitCount <= 22 {
      let scale = Float(sign: .plus, exponent: one, significand: 1)
      let full = Float(sign: .plus, exponent: whole, significand: 1)
      let (bottom, top) = (-full, full - 1)
      for index in 0..<samples.count {
        let value = unsafe samples[unchecked: index] * scale
        // Simple selections, which the compiler can vectorize.
        let low = value > bottom ? value : bottom
        let clipped = low < top ? low : top
        let bits = Int32(bitPattern: (clipped + 0x1.8p23).bitPattern) &- 0x4B40_0000
        unsafe integers[unchecked: index] = value == value ? bits &<< shift : 0
      }
    } else {
      let scale = Double(sign: .plus, exponent: one, significand: 1)
      let full = Double(sign: .plus, exponent: whole, significand: 1)
      let (bottom, top) = (-full, full - 1)
      for index in 0..<samples.count {
        let value = unsafe Double(samples[unchecked: index]) * scale
        let low = value > bottom ? value : bottom
        let clipped = low < top ? low : top
        let bits = Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern)
        unsafe integers[unchecked: index] = value == value ? bits &<< shift : 0
      }
    }
  }

  /// Rounds doubles to the top bits of 32.
  static func round(
    _ samples: Span<Double>, as encoding: PCMLayout.IntegerEncoding,
    into integers: inout MutableSpan<Int32>
  ) {
    precondition(samples.count == integers.count, "sample counts differ")
    let shift = Int32(32 - encoding.bitCount)
    let (whole, one) = (encoding.bitCount - 1, encoding.bitCount - 1 - encoding.headroomBitCount)
    let scale = Double(sign: .plus, exponent: one, significand: 1)
    let full = Double(sign: .plus, exponent: whole, significand: 1)
    let (bottom, top) = (-full, full - 1)
    for index in 0..<samples.count {
      let value = unsafe samples[unchecked: index] * scale
      let low = value > bottom ? value : bottom
      let clipped = low < top ? low : top
      let bits = Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern)
      unsafe integers[unchecked: index] = value == value ? bits &<< shift : 0
    }
  }
}
