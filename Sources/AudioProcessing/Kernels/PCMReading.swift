/// Reads samples of any layout.
///
/// Integers with *n* bits become the top *n* bits of 32, so that all have the same full scale. Such
/// an integer *i* corresponds to the float i / 2³¹. This equals s / 2ⁿ⁻¹ for the original sample
/// *s*. The quotient is exact up to 24 bits. Above, it is rounded to nearest, with ties to even.
/// Fixed point with *h* integer bits (without the sign) is 2ʰ times that.
package enum PCMReading {
  /// Reads integers.
  ///
  /// - Precondition: `packed` contains exactly `samples.count` samples of `layout`, which is an
  ///   integer layout.
  package static func integers(
    _ packed: Span<UInt8>, _ layout: PCMLayout, into samples: inout MutableSpan<Int32>
  ) {
    guard case .integer(let encoding) = layout.encoding else {
      preconditionFailure("the layout is not integer PCM")
    }
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    // Safe: bytes have no padding.
    let bytes = unsafe packed.bytes
    let unusedBits = 32 - layout.bytesPerSample * 8
    let unusedHighBits = layout.bytesPerSample * 8 - encoding.bitCount - encoding.unusedLowBits
    let shift = Int32(unusedBits + unusedHighBits)
    let flip = encoding.isUnsigned ? Int32.min : 0
    // Unused low bits are not part of the sample.
    let keep = Int32(bitPattern: UInt32.max << UInt32(32 - encoding.bitCount))
    switch (layout.bytesPerSample, layout.isBigEndian) {
    case (1, _):
      for index in 0..<samples.count {
        // Safe: the precondition limits the index in both spans, here and below.
        let value = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
        unsafe samples[unchecked: index] = Int32(bitPattern: UInt32(value)) &<< shift & keep ^ flip
      }
    case (2, let isBigEndian):
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 2, as: UInt16.self)
        let value = isBigEndian ? loaded.byteSwapped : loaded
        unsafe samples[unchecked: index] = Int32(bitPattern: UInt32(value)) &<< shift & keep ^ flip
      }
    case (3, let isBigEndian):
      let outer = isBigEndian ? 16 as UInt32 : 0
      for index in 0..<samples.count {
        let first = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index &* 3, as: UInt8.self)
        let middle = unsafe bytes.unsafeLoad(
          fromUncheckedByteOffset: index &* 3 &+ 1, as: UInt8.self)
        let last = unsafe bytes.unsafeLoad(
          fromUncheckedByteOffset: index &* 3 &+ 2, as: UInt8.self)
        let value =
          UInt32(first) &<< outer | UInt32(middle) &<< 8 | UInt32(last) &<< (16 &- outer)
        unsafe samples[unchecked: index] = Int32(bitPattern: value) &<< shift & keep ^ flip
      }
    case (_, let isBigEndian):
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 4, as: UInt32.self)
        let value = isBigEndian ? loaded.byteSwapped : loaded
        unsafe samples[unchecked: index] = Int32(bitPattern: value) &<< shift & keep ^ flip
      }
    }
  }

  /// Reads floats, or integers as floats.
  ///
  /// - Precondition: `packed` contains exactly `samples.count` samples of `layout`.
  package static func floats(
    _ packed: Span<UInt8>, _ layout: PCMLayout, into samples: inout MutableSpan<Float>
  ) {
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    if layout.isNativeInt16 { return Int16Kernels.read(packed, into: &samples) }
    // Safe: bytes have no padding.
    let bytes = unsafe packed.bytes
    switch layout.encoding {
    case .float32 where !layout.isBigEndian:
      // Safe: any bytes are valid floats, and the precondition ensures their number.
      unsafe samples.withUnsafeMutableBytes { room in
        unsafe packed.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
      }
    case .float32:
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 4, as: UInt32.self)
        unsafe samples[unchecked: index] = Float(bitPattern: loaded.byteSwapped)
      }
    case .float64:
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 8, as: UInt64.self)
        unsafe samples[unchecked: index] = Float(
          Double(bitPattern: layout.isBigEndian ? loaded.byteSwapped : loaded))
      }
    case .integer64:
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 8, as: Int64.self)
        unsafe samples[unchecked: index] =
          Float(layout.isBigEndian ? loaded.byteSwapped : loaded) * 0x1p-63
      }
    case .integer(let encoding):
      let scale = Float(sign: .plus, exponent: encoding.headroomBitCount - 31, significand: 1)
      var integers = InlineArray<256, Int32>(repeating: 0)
      var start = 0
      while start < samples.count {
        let count = min(integers.count, samples.count - start)
        var block = integers.mutableSpan
        var room = block._mutatingExtracting(0..<count)
        let width = layout.bytesPerSample
        Self.integers(
          packed.extracting(start * width..<(start + count) * width), layout, into: &room)
        for index in 0..<count {
          unsafe samples[unchecked: start &+ index] = Float(room[unchecked: index]) * scale
        }
        start += count
      }
    }
  }

  /// Reads doubles, or floats or integers as doubles.
  ///
  /// All conversions except 64-bit integers are exact.
  ///
  /// - Precondition: `packed` contains exactly `samples.count` samples of `layout`.
  package static func doubles(
    _ packed: Span<UInt8>, _ layout: PCMLayout, into samples: inout MutableSpan<Double>
  ) {
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    // Safe: bytes have no padding.
    let bytes = unsafe packed.bytes
    switch layout.encoding {
    case .float32:
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 4, as: UInt32.self)
        unsafe samples[unchecked: index] = Double(
          Float(bitPattern: layout.isBigEndian ? loaded.byteSwapped : loaded))
      }
    case .float64:
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 8, as: UInt64.self)
        unsafe samples[unchecked: index] = Double(
          bitPattern: layout.isBigEndian ? loaded.byteSwapped : loaded)
      }
    case .integer64:
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 8, as: Int64.self)
        unsafe samples[unchecked: index] =
          Double(layout.isBigEndian ? loaded.byteSwapped : loaded) * 0x1p-63
      }
    case .integer(let encoding):
      let scale = Double(sign: .plus, exponent: encoding.headroomBitCount - 31, significand: 1)
      var integers = InlineArray<256, Int32>(repeating: 0)
      var start = 0
      while start < samples.count {
        let count = min(integers.count, samples.count - start)
        var block = integers.mutableSpan
        var room = block._mutatingExtracting(0..<count)
        let width = layout.bytesPerSample
        Self.integers(
          packed.extracting(start * width..<(start + count) * width), layout, into: &room)
        for index in 0..<count {
          unsafe samples[unchecked: start &+ index] = Double(room[unchecked: index]) * scale
        }
        start += count
      }
    }
  }
}
