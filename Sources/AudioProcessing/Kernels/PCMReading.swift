/// Reads samples of any layout.
///
/// Integers with *n* bits become the top *n* bits of 32, so that all have the same full scale. Such
/// an integer *i* corresponds to the float i / 2³¹. This equals s / 2ⁿ⁻¹ for the original sample
/// *s*. The quotient is exact up to 24 bits. Above, it is rounded to nearest, with ties to even. A
/// fixed-point sample with *h* integer bits (without the sign) is 2ʰ times this float.
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
    let place = BitPlace(encoding, byteCount: layout.bytesPerSample)
    switch (layout.bytesPerSample, layout.isBigEndian) {
    case (1, _):
      for index in 0..<samples.count {
        // Safe: the precondition limits the index in both spans, here and below.
        let value = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
        unsafe samples[unchecked: index] = place.sample(UInt32(value))
      }
    case (2, let isBigEndian):
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 2, as: UInt16.self)
        let value = isBigEndian ? loaded.byteSwapped : loaded
        unsafe samples[unchecked: index] = place.sample(UInt32(value))
      }
    case (3, let isBigEndian):
      triples(bytes, isBigEndian: isBigEndian, place, into: &samples)
    case (_, let isBigEndian):
      for index in 0..<samples.count {
        let loaded = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* 4, as: UInt32.self)
        let value = isBigEndian ? loaded.byteSwapped : loaded
        unsafe samples[unchecked: index] = place.sample(value)
      }
    }
  }

  /// The place of a sample within the bits that are read.
  private struct BitPlace {
    private let shift: Int32
    private let keep: Int32
    private let flip: Int32

    init(_ encoding: PCMLayout.IntegerEncoding, byteCount: Int) {
      let unusedBits = 32 - byteCount * 8
      let unusedHighBits = byteCount * 8 - encoding.bitCount - encoding.unusedLowBits
      shift = Int32(unusedBits + unusedHighBits)
      // Unused low bits are not part of the sample.
      keep = Int32(bitPattern: UInt32.max << UInt32(32 - encoding.bitCount))
      flip = encoding.isUnsigned ? Int32.min : 0
    }

    /// Returns the sample in the top bits.
    @inline(__always)
    func sample(_ bits: UInt32) -> Int32 {
      Int32(bitPattern: bits) &<< shift & keep ^ flip
    }
  }

  /// Reads integers of three bytes.
  ///
  /// - Precondition: `bytes` contains exactly `samples.count` of them.
  @inline(__always)
  private static func triples(
    _ bytes: RawSpan, isBigEndian: Bool, _ place: BitPlace, into samples: inout MutableSpan<Int32>
  ) {
    // Safe: the caller has checked the number of bytes.
    let outer = isBigEndian ? 16 as UInt32 : 0
    for index in 0..<samples.count {
      let first = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index &* 3, as: UInt8.self)
      let middle = unsafe bytes.unsafeLoad(
        fromUncheckedByteOffset: index &* 3 &+ 1, as: UInt8.self)
      let last = unsafe bytes.unsafeLoad(
        fromUncheckedByteOffset: index &* 3 &+ 2, as: UInt8.self)
      let value =
        UInt32(first) &<< outer | UInt32(middle) &<< 8 | UInt32(last) &<< (16 &- outer)
      unsafe samples[unchecked: index] = place.sample(value)
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
      copy(packed, into: &samples)
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
      readBlocks(of: samples.count, packed, layout) { start, integers in
        for index in 0..<integers.count {
          unsafe samples[unchecked: start &+ index] = Float(integers[unchecked: index]) * scale
        }
      }
    }
  }

  /// Copies floats in native byte order.
  ///
  /// - Precondition: `packed` contains exactly `samples.count` of them.
  private static func copy(_ packed: Span<UInt8>, into samples: inout MutableSpan<Float>) {
    // Safe: any bytes are valid floats, and the caller has checked their number.
    unsafe samples.withUnsafeMutableBytes { room in
      unsafe packed.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
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
      readBlocks(of: samples.count, packed, layout) { start, integers in
        for index in 0..<integers.count {
          unsafe samples[unchecked: start &+ index] = Double(integers[unchecked: index]) * scale
        }
      }
    }
  }

  /// Reads integers in blocks that stay in the cache.
  ///
  /// - Parameters:
  ///   - total: The number of samples.
  ///   - packed: Exactly that many samples of `layout`, which is an integer layout.
  ///   - layout: The layout.
  ///   - body: Receives the index of a block's first sample, and the block.
  @inline(__always)
  private static func readBlocks(
    of total: Int, _ packed: Span<UInt8>, _ layout: PCMLayout,
    _ body: (_ start: Int, _ integers: Span<Int32>) -> Void
  ) {
    var integers = InlineArray<256, Int32>(repeating: 0)
    let width = layout.bytesPerSample
    var start = 0
    while start < total {
      let count = min(integers.count, total - start)
      var block = integers.mutableSpan
      var room = block._mutatingExtracting(0..<count)
      Self.integers(
        packed.extracting(start * width..<(start + count) * width), layout, into: &room)
      body(start, room.span)
      start += count
    }
  }
}
