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
    let place = BitPlace(encoding)
    if layout.bytesPerSample == 3 {
      return triples(samples, isBigEndian: layout.isBigEndian, place, into: &packed)
    }
    // Safe: the precondition limits the index in both spans, here and below. Bytes have no padding.
    var bytes = unsafe packed.mutableBytes
    switch (layout.bytesPerSample, layout.isBigEndian) {
    case (1, _):
      for index in 0..<samples.count {
        let bits = unsafe place.bits(samples[unchecked: index])
        unsafe bytes.storeBytes(
          of: UInt8(truncatingIfNeeded: bits), toUncheckedByteOffset: index, as: UInt8.self)
      }
    case (2, let isBigEndian):
      for index in 0..<samples.count {
        let bits = UInt16(truncatingIfNeeded: unsafe place.bits(samples[unchecked: index]))
        unsafe bytes.storeBytes(
          of: isBigEndian ? bits.byteSwapped : bits, toUncheckedByteOffset: index &* 2,
          as: UInt16.self)
      }
    case (_, let isBigEndian):
      for index in 0..<samples.count {
        let bits = unsafe place.bits(samples[unchecked: index])
        unsafe bytes.storeBytes(
          of: isBigEndian ? bits.byteSwapped : bits, toUncheckedByteOffset: index &* 4,
          as: UInt32.self)
      }
    }
  }

  /// The place of a sample within the bits that are written.
  private struct BitPlace {
    private let drop: Int32
    private let lift: UInt32
    private let keep: UInt32
    private let flip: UInt32

    init(_ encoding: PCMLayout.IntegerEncoding) {
      drop = Int32(32 - encoding.bitCount)
      lift = UInt32(encoding.unusedLowBits)
      // An unsigned sample is the signed one with its first bit inverted, and without sign
      // extension.
      flip = encoding.isUnsigned ? 1 << UInt32(encoding.bitCount - 1) : 0
      keep = encoding.isUnsigned ? UInt32.max >> UInt32(drop) : UInt32.max
    }

    /// Returns the bits of a sample in the top bits of 32.
    @inline(__always)
    func bits(_ sample: Int32) -> UInt32 {
      ((UInt32(bitPattern: sample &>> drop) ^ flip) & keep) &<< lift
    }
  }

  /// Writes integers of three bytes, for which `packed` has room.
  private static func triples(
    _ samples: Span<Int32>, isBigEndian: Bool, _ place: BitPlace,
    into packed: inout MutableSpan<UInt8>
  ) {
    // Safe: the caller has checked the number of bytes, which have no padding.
    var bytes = unsafe packed.mutableBytes
    let lastShift: UInt32 = isBigEndian ? 0 : 16
    for index in 0..<samples.count {
      let bits = unsafe place.bits(samples[unchecked: index])
      let pair =
        isBigEndian
        ? UInt16(truncatingIfNeeded: bits &>> 8).byteSwapped : UInt16(truncatingIfNeeded: bits)
      unsafe bytes.storeBytes(of: pair, toUncheckedByteOffset: index &* 3, as: UInt16.self)
      unsafe bytes.storeBytes(
        of: UInt8(truncatingIfNeeded: bits &>> lastShift),
        toUncheckedByteOffset: index &* 3 &+ 2, as: UInt8.self)
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
    writeBlocks(of: samples.count, layout, into: &packed) { range, integers in
      for index in range {
        integers[index - range.lowerBound] = PCMRounding.rounded(
          samples[index], bitCount: encoding.bitCount)
      }
    }
  }

  /// Writes floats in the encoding of the layout, rounded if it has integers.
  ///
  /// - Precondition: `packed` has room for exactly `samples.count` samples of `layout`.
  package static func floats(
    _ samples: Span<Float>, _ layout: PCMLayout, into packed: inout MutableSpan<UInt8>
  ) {
    precondition(packed.count == samples.count * layout.bytesPerSample, "byte count mismatch")
    if layout.isNativeInt16 { return Int16Kernels.write(samples, into: &packed) }
    switch layout.encoding {
    case .float32 where !layout.isBigEndian:
      copy(samples, into: &packed)
    case .float32:
      // Safe: floats have no padding.
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
        let sample = PCMRounding.integer64(unsafe Double(samples[unchecked: index]))
        unsafe bytes.storeBytes(
          of: layout.isBigEndian ? sample.byteSwapped : sample,
          toUncheckedByteOffset: index &* 8, as: Int64.self)
      }
    case .integer(let encoding):
      writeBlocks(of: samples.count, layout, into: &packed) { range, integers in
        PCMRounding.round(samples.extracting(range), as: encoding, into: &integers)
      }
    }
  }

  /// Copies floats in native byte order.
  private static func copy(_ samples: Span<Float>, into packed: inout MutableSpan<UInt8>) {
    // Safe: floats have no padding.
    unsafe samples.withUnsafeBytes { bytes in
      packed.copy(unsafe Span(_unsafeBytes: bytes))
    }
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
        let sample = PCMRounding.integer64(unsafe samples[unchecked: index])
        unsafe bytes.storeBytes(
          of: layout.isBigEndian ? sample.byteSwapped : sample,
          toUncheckedByteOffset: index &* 8, as: Int64.self)
      }
    case .integer(let encoding):
      writeBlocks(of: samples.count, layout, into: &packed) { range, integers in
        PCMRounding.round(samples.extracting(range), as: encoding, into: &integers)
      }
    }
  }

  /// Writes integers in blocks that stay in the cache.
  ///
  /// - Parameters:
  ///   - total: The number of samples.
  ///   - layout: An integer layout.
  ///   - packed: Room for exactly that many samples of `layout`.
  ///   - make: Makes the samples of a range.
  @inline(__always)
  private static func writeBlocks(
    of total: Int, _ layout: PCMLayout, into packed: inout MutableSpan<UInt8>,
    _ make: (_ range: Range<Int>, _ integers: inout MutableSpan<Int32>) -> Void
  ) {
    var integers = InlineArray<256, Int32>(repeating: 0)
    let width = layout.bytesPerSample
    var start = 0
    while start < total {
      let count = min(integers.count, total - start)
      var block = integers.mutableSpan
      var room = block._mutatingExtracting(0..<count)
      make(start..<start + count, &room)
      var part = packed._mutatingExtracting(start * width..<(start + count) * width)
      Self.integers(integers.span.extracting(first: count), layout, into: &part)
      start += count
    }
  }
}
