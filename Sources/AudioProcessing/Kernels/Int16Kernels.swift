internal import CSampleKernels

/// Single-step conversions between native 16-bit integers and native Float32, the most common case.
///
/// The results equal those of ``PCMReading`` and ``PCMWriting`` through 32 bits. The loops use the
/// widest registers of the processor, which requires C.
enum Int16Kernels {
  /// Converts integers to Float32.
  ///
  /// - Precondition: Both spans have the same number of samples.
  static func read(_ integers: Span<UInt8>, into floats: inout MutableSpan<UInt8>) {
    let count = floats.count / 4
    precondition(integers.count == 2 * count && floats.count == 4 * count, "sample counts differ")
    // Safe: the preconditions limit the loop's reads and writes.
    unsafe integers.withUnsafeBufferPointer { integers in
      unsafe floats.withUnsafeMutableBufferPointer { floats in
        guard let from = integers.baseAddress, let to = floats.baseAddress else { return }
        unsafe OCAFloatsFromIntegers(from, to, count)
      }
    }
  }

  /// Converts integers to floats.
  ///
  /// - Precondition: Both spans have the same number of samples.
  static func read(_ integers: Span<UInt8>, into floats: inout MutableSpan<Float>) {
    let count = floats.count
    precondition(integers.count == 2 * count, "sample counts differ")
    // Safe: as above. Floats have no padding.
    unsafe integers.withUnsafeBufferPointer { integers in
      unsafe floats.withUnsafeMutableBytes { floats in
        guard let from = integers.baseAddress, let to = floats.baseAddress else { return }
        unsafe OCAFloatsFromIntegers(from, to.assumingMemoryBound(to: UInt8.self), count)
      }
    }
  }

  /// Converts the interleaved integers of two channels to separate Float32.
  ///
  /// - Precondition: All spans have the same number of frames.
  static func read(
    _ integers: Span<UInt8>, into left: inout MutableSpan<UInt8>,
    _ right: inout MutableSpan<UInt8>
  ) {
    let count = left.count / 4
    precondition(left.count == 4 * count && right.count == 4 * count, "two channels")
    precondition(integers.count == 4 * count, "frame counts differ")
    // Safe: as above.
    unsafe integers.withUnsafeBufferPointer { integers in
      unsafe left.withUnsafeMutableBufferPointer { left in
        unsafe right.withUnsafeMutableBufferPointer { right in
          guard let from = integers.baseAddress, let left = left.baseAddress,
            let right = right.baseAddress
          else { return }
          unsafe OCAPlanesFromIntegers(from, left, right, count)
        }
      }
    }
  }

  /// Rounds Float32 to integers, with the rules of ``PCMWriting``.
  ///
  /// - Precondition: Both spans have the same number of samples.
  static func write(_ floats: Span<UInt8>, into integers: inout MutableSpan<UInt8>) {
    let count = floats.count / 4
    precondition(integers.count == 2 * count && floats.count == 4 * count, "sample counts differ")
    // Safe: as above.
    unsafe floats.withUnsafeBufferPointer { floats in
      unsafe integers.withUnsafeMutableBufferPointer { integers in
        guard let from = floats.baseAddress, let to = integers.baseAddress else { return }
        unsafe OCAIntegersFromFloats(from, to, count)
      }
    }
  }

  /// Rounds the Float32 of two channels to interleaved integers.
  ///
  /// - Precondition: All spans have the same number of frames.
  static func write(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into integers: inout MutableSpan<UInt8>
  ) {
    // Safe: the function reads and writes exactly the lent frames. The same applies below.
    unsafe TwoPlanes.lend(left, right, into: &integers, frameWidth: 4) {
      unsafe OCAIntegersFromPlanes($0, $1, $2, $3)
    }
  }

  /// Rounds 32-bit integers of two channels, whose low `bitCount` bits count, to interleaved ones.
  ///
  /// - Precondition: All spans have the same number of frames. `bitCount` is 1 to 32.
  static func write(
    _ left: Span<UInt8>, _ right: Span<UInt8>, bitCount: Int,
    into integers: inout MutableSpan<UInt8>
  ) {
    precondition((1...32).contains(bitCount), "bit count out of range")
    unsafe TwoPlanes.lend(left, right, into: &integers, frameWidth: 4) {
      unsafe OCAIntegersFromWholePlanes($0, $1, UInt32(32 - bitCount), $2, $3)
    }
  }

  /// Rounds Float32 to integers.
  ///
  /// - Precondition: Both spans have the same number of samples.
  static func write(_ floats: Span<Float>, into integers: inout MutableSpan<UInt8>) {
    precondition(integers.count == 2 * floats.count, "sample counts differ")
    // Safe: the precondition limits the loop's reads and writes. Floats have no padding.
    unsafe floats.withUnsafeBytes { floats in
      unsafe integers.withUnsafeMutableBufferPointer { integers in
        guard let from = floats.baseAddress, let to = integers.baseAddress else { return }
        unsafe OCAIntegersFromFloats(
          from.assumingMemoryBound(to: UInt8.self), to, integers.count / 2)
      }
    }
  }

  /// Rounds 32-bit integers, which have the sample in the top bits, to 16 bits.
  ///
  /// - Precondition: Both spans have the same number of samples.
  static func write(_ samples: Span<Int32>, into integers: inout MutableSpan<UInt8>) {
    precondition(integers.count == 2 * samples.count, "sample counts differ")
    // Safe: as above.
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe integers.withUnsafeMutableBufferPointer { integers in
        guard let from = samples.baseAddress, let to = integers.baseAddress else { return }
        unsafe OCAIntegersFromTops(from, to, samples.count)
      }
    }
  }
}
