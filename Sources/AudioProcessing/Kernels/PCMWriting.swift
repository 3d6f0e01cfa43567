internal import AudioModel

/// Writes samples of any layout.
///
/// Integers of linear PCM that lose bits are rounded down, as in bit-exact converters. Decoded
/// integers are rounded like floats. A float *x* becomes the *n*-bit integer nearest to x · 2ⁿ⁻¹.
/// Ties go to even, values are limited to full scale, and NaN becomes 0. The integer bits of fixed
/// point extend the limit accordingly.
package enum PCMWriting {
  /// Writes integers in the top bits of 32.
  ///
  /// - Precondition: `packed` has room for exactly `samples.count` samples of `layout`, which is an
  ///   integer layout.
  package static func integers(
    _ samples: Span<Int32>, _ layout: PCMLayout, into packed: inout MutableSpan<UInt8>
  ) {
    guard case .integer(let encoding) = layout.encoding else {
      preconditionFailure("the layout is not integer PCM")
    }
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    let drop = Int32(32 - encoding.bitCount)
    let lift = UInt32(encoding.unusedLowBits)
    // An unsigned sample is the signed one with its first bit inverted, and without sign extension.
    let flip: UInt32 = encoding.isUnsigned ? 1 << UInt32(encoding.bitCount - 1) : 0
    let keep: UInt32 = encoding.isUnsigned ? UInt32.max >> UInt32(drop) : UInt32.max
    // Safe: the precondition limits the index in both spans, here and below. Bytes have no padding.
    var bytes = unsafe packed.mutableBytes
    switch (layout.bytesPerSample, layout.isBigEndian) {
    case (1, _):
      for index in 0..<samples.count {
        let value = unsafe UInt32(bitPattern: samples[unchecked: index] &>> drop)
        let bits = ((value ^ flip) & keep) &<< lift
        unsafe bytes.storeBytes(
          of: UInt8(truncatingIfNeeded: bits), toUncheckedByteOffset: index, as: UInt8.self)
      }
    case (2, let isBigEndian):
      for index in 0..<samples.count {
        let value = unsafe UInt32(bitPattern: samples[unchecked: index] &>> drop)
        let bits = UInt16(truncatingIfNeeded: ((value ^ flip) & keep) &<< lift)
        unsafe bytes.storeBytes(
          of: isBigEndian ? bits.byteSwapped : bits, toUncheckedByteOffset: index &* 2,
          as: UInt16.self)
      }
    case (3, let isBigEndian):
      for index in 0..<samples.count {
        let value = unsafe UInt32(bitPattern: samples[unchecked: index] &>> drop)
        let bits = ((value ^ flip) & keep) &<< lift
        let low = UInt8(truncatingIfNeeded: bits)
        let high = UInt8(truncatingIfNeeded: bits &>> 16)
        unsafe bytes.storeBytes(
          of: isBigEndian ? high : low, toUncheckedByteOffset: index &* 3, as: UInt8.self)
        unsafe bytes.storeBytes(
          of: UInt8(truncatingIfNeeded: bits &>> 8), toUncheckedByteOffset: index &* 3 &+ 1,
          as: UInt8.self)
        unsafe bytes.storeBytes(
          of: isBigEndian ? low : high, toUncheckedByteOffset: index &* 3 &+ 2, as: UInt8.self)
      }
    case (_, let isBigEndian):
      for index in 0..<samples.count {
        let value = unsafe UInt32(bitPattern: samples[unchecked: index] &>> drop)
        let bits = ((value ^ flip) & keep) &<< lift
        unsafe bytes.storeBytes(
          of: isBigEndian ? bits.byteSwapped : bits, toUncheckedByteOffset: index &* 4,
          as: UInt32.self)
      }
    }
  }

  /// Writes integers in the top bits of 32, and rounds them if the layout has fewer bits.
  ///
  /// - Precondition: The same as for ``integers(_:_:into:)``.
  package static func roundedIntegers(
    _ samples: Span<Int32>, _ layout: PCMLayout, into packed: inout MutableSpan<UInt8>
  ) {
    guard case .integer(let encoding) = layout.encoding else {
      preconditionFailure("the layout is not integer PCM")
    }
    if layout.isNativeInt16 { return Int16Kernels.write(samples, into: &packed) }
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    var integers = InlineArray<256, Int32>(repeating: 0)
    var start = 0
    while start < samples.count {
      let count = min(integers.count, samples.count - start)
      var block = integers.mutableSpan
      for index in 0..<count {
        block[index] = rounded(samples[start + index], bitCount: encoding.bitCount)
      }
      let width = layout.bytesPerSample
      var part = packed._mutatingExtracting(start * width..<(start + count) * width)
      Self.integers(integers.span.extracting(first: count), layout, into: &part)
      start += count
    }
  }

  /// Rounds to the nearest integer with 1 to 32 bits, with ties to even, limited to full scale.
  ///
  /// The result is in the top bits of 32.
  private static func rounded(_ sample: Int32, bitCount: Int) -> Int32 {
    let drop = 32 - bitCount
    guard drop > 0 else { return sample }
    let wide = Int64(sample)
    let isOdd = wide >> drop & 1
    let nearest = (wide + (1 << (drop - 1)) - 1 + isOdd) >> drop
    return Int32(truncatingIfNeeded: min(nearest, 1 << (bitCount - 1) - 1) << drop)
  }

  /// Writes floats, or rounds them to the layout.
  ///
  /// - Precondition: `packed` has room for exactly `samples.count` samples of `layout`.
  package static func floats(
    _ samples: Span<Float>, _ layout: PCMLayout, into packed: inout MutableSpan<UInt8>
  ) {
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    if layout.isNativeInt16 { return Int16Kernels.write(samples, into: &packed) }
    switch layout.encoding {
    case .float32 where !layout.isBigEndian:
      // Safe: floats have no padding.
      unsafe samples.withUnsafeBytes { bytes in
        packed.copy(unsafe Span(_unsafeBytes: bytes))
      }
    case .float32:
      // Safe: as above.
      var bytes = unsafe packed.mutableBytes
      for index in 0..<samples.count {
        let bits = unsafe samples[unchecked: index].bitPattern.byteSwapped
        unsafe bytes.storeBytes(of: bits, toUncheckedByteOffset: index &* 4, as: UInt32.self)
      }
    case .float64:
      var bytes = unsafe packed.mutableBytes
      for index in 0..<samples.count {
        let bits = unsafe Double(samples[unchecked: index]).bitPattern
        unsafe bytes.storeBytes(
          of: layout.isBigEndian ? bits.byteSwapped : bits, toUncheckedByteOffset: index &* 8,
          as: UInt64.self)
      }
    case .integer64:
      // Safe: as above.
      var bytes = unsafe packed.mutableBytes
      for index in 0..<samples.count {
        let sample = integer64(unsafe Double(samples[unchecked: index]))
        unsafe bytes.storeBytes(
          of: layout.isBigEndian ? sample.byteSwapped : sample,
          toUncheckedByteOffset: index &* 8, as: Int64.self)
      }
    case .integer(let encoding):
      var integers = InlineArray<256, Int32>(repeating: 0)
      var start = 0
      while start < samples.count {
        let count = min(integers.count, samples.count - start)
        var block = integers.mutableSpan
        var room = block._mutatingExtracting(0..<count)
        round(
          samples.extracting(start..<start + count), as: encoding, into: &room)
        let width = layout.bytesPerSample
        var part = packed._mutatingExtracting(start * width..<(start + count) * width)
        Self.integers(integers.span.extracting(first: count), layout, into: &part)
        start += count
      }
    }
  }

  /// Returns the nearest 64-bit integer for a full scale of 1, or 0 for NaN.
  private static func integer64(_ sample: Double) -> Int64 {
    let scaled = (sample * 0x1p63).rounded()
    guard !scaled.isNaN else { return 0 }
    return scaled < 0x1p63 ? Int64(max(scaled, -0x1p63)) : .max
  }

  /// Writes doubles, or rounds them to the layout.
  ///
  /// - Precondition: `packed` has room for exactly `samples.count` samples of `layout`.
  package static func doubles(
    _ samples: Span<Double>, _ layout: PCMLayout, into packed: inout MutableSpan<UInt8>
  ) {
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    switch layout.encoding {
    case .float32:
      // Safe: as above.
      var bytes = unsafe packed.mutableBytes
      for index in 0..<samples.count {
        let bits = unsafe Float(samples[unchecked: index]).bitPattern
        unsafe bytes.storeBytes(
          of: layout.isBigEndian ? bits.byteSwapped : bits, toUncheckedByteOffset: index &* 4,
          as: UInt32.self)
      }
    case .float64:
      var bytes = unsafe packed.mutableBytes
      for index in 0..<samples.count {
        let bits = unsafe samples[unchecked: index].bitPattern
        unsafe bytes.storeBytes(
          of: layout.isBigEndian ? bits.byteSwapped : bits, toUncheckedByteOffset: index &* 8,
          as: UInt64.self)
      }
    case .integer64:
      // Safe: as above.
      var bytes = unsafe packed.mutableBytes
      for index in 0..<samples.count {
        let sample = integer64(unsafe samples[unchecked: index])
        unsafe bytes.storeBytes(
          of: layout.isBigEndian ? sample.byteSwapped : sample,
          toUncheckedByteOffset: index &* 8, as: Int64.self)
      }
    case .integer(let encoding):
      var integers = InlineArray<256, Int32>(repeating: 0)
      var start = 0
      while start < samples.count {
        let count = min(integers.count, samples.count - start)
        var block = integers.mutableSpan
        var room = block._mutatingExtracting(0..<count)
        round(
          samples.extracting(start..<start + count), as: encoding, into: &room)
        let width = layout.bytesPerSample
        var part = packed._mutatingExtracting(start * width..<(start + count) * width)
        Self.integers(integers.span.extracting(first: count), layout, into: &part)
        start += count
      }
    }
  }

  /// Rounds floats to the top bits of 32.
  ///
  /// Adding 1.5 · 2²³ leaves the rounded number in the low bits of a float. A float has room for 22
  /// bits, and a double for far more.
  private static func round(
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
  private static func round(
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
