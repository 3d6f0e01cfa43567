internal import CSampleKernels

/// Native 16-bit integers to native Float32 and back, in one step: what nearly every file and every device needs.
///
/// Gives what ``PCMReading`` and ``PCMWriting`` give by way of 32 bits, in loops for the widest registers that this processor has,
/// which only C can be compiled for.
enum Int16Kernels {
  /// Writes integers as Float32.
  ///
  /// - Precondition: As many of both.
  static func read(_ integers: Span<UInt8>, into floats: inout MutableSpan<UInt8>) {
    let count = floats.count / 4
    precondition(integers.count == 2 * count && floats.count == 4 * count, "a float for each")
    // Safe: the preconditions bound what the loop reads and writes.
    unsafe integers.withUnsafeBufferPointer { integers in
      unsafe floats.withUnsafeMutableBufferPointer { floats in
        guard let from = integers.baseAddress, let to = floats.baseAddress else { return }
        unsafe OCAFloatsFromIntegers(from, to, count)
      }
    }
  }

  /// Reads integers as floats.
  ///
  /// - Precondition: As many of both.
  static func read(_ integers: Span<UInt8>, into floats: inout MutableSpan<Float>) {
    let count = floats.count
    precondition(integers.count == 2 * count, "a float for each")
    // Safe: as above; floats have no padding.
    unsafe integers.withUnsafeBufferPointer { integers in
      unsafe floats.withUnsafeMutableBytes { floats in
        guard let from = integers.baseAddress, let to = floats.baseAddress else { return }
        unsafe OCAFloatsFromIntegers(from, to.assumingMemoryBound(to: UInt8.self), count)
      }
    }
  }

  /// Takes the integers of two channels, which stand in turn, and writes each channel's as Float32.
  ///
  /// - Precondition: As many of each, and of both together.
  static func read(
    _ integers: Span<UInt8>, into left: inout MutableSpan<UInt8>,
    _ right: inout MutableSpan<UInt8>
  ) {
    let count = left.count / 4
    precondition(left.count == 4 * count && right.count == 4 * count, "two channels")
    precondition(integers.count == 4 * count, "a frame for each")
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

  /// Rounds Float32 to integers that stand side by side, as ``PCMWriting`` tells.
  ///
  /// - Precondition: As many of both.
  static func write(_ floats: Span<UInt8>, into integers: inout MutableSpan<UInt8>) {
    let count = floats.count / 4
    precondition(integers.count == 2 * count && floats.count == 4 * count, "an integer for each")
    // Safe: as above.
    unsafe floats.withUnsafeBufferPointer { floats in
      unsafe integers.withUnsafeMutableBufferPointer { integers in
        guard let from = floats.baseAddress, let to = integers.baseAddress else { return }
        unsafe OCAIntegersFromFloats(from, to, count)
      }
    }
  }

  /// Rounds the Float32 of two channels to integers in turn.
  ///
  /// - Precondition: As many of each, and of both together.
  static func write(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into integers: inout MutableSpan<UInt8>
  ) {
    // Safe: as many frames as are lent; below, too.
    unsafe TwoPlanes.lend(left, right, into: &integers, frameWidth: 4) {
      unsafe OCAIntegersFromPlanes($0, $1, $2, $3)
    }
  }

  /// Rounds whole numbers of two channels, which are the low bits of 32, to integers in turn.
  ///
  /// - Precondition: As many of each, and of both together; 1 to 32 bits.
  static func write(
    _ left: Span<UInt8>, _ right: Span<UInt8>, bitCount: Int,
    into integers: inout MutableSpan<UInt8>
  ) {
    precondition((1...32).contains(bitCount), "bits of a sample")
    unsafe TwoPlanes.lend(left, right, into: &integers, frameWidth: 4) {
      unsafe OCAIntegersFromWholePlanes($0, $1, UInt32(32 - bitCount), $2, $3)
    }
  }

  /// Rounds Float32 to integers.
  ///
  /// - Precondition: As many of both.
  static func write(_ floats: Span<Float>, into integers: inout MutableSpan<UInt8>) {
    precondition(integers.count == 2 * floats.count, "an integer for each")
    // Safe: the precondition bounds what the loop reads and writes; floats have no padding.
    unsafe floats.withUnsafeBytes { floats in
      unsafe integers.withUnsafeMutableBufferPointer { integers in
        guard let from = floats.baseAddress, let to = integers.baseAddress else { return }
        unsafe OCAIntegersFromFloats(
          from.assumingMemoryBound(to: UInt8.self), to, integers.count / 2)
      }
    }
  }

  /// Rounds samples that are the top bits of 32.
  ///
  /// - Precondition: As many of both.
  static func write(_ samples: Span<Int32>, into integers: inout MutableSpan<UInt8>) {
    precondition(integers.count == 2 * samples.count, "an integer for each")
    // Safe: as above.
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe integers.withUnsafeMutableBufferPointer { integers in
        guard let from = samples.baseAddress, let to = integers.baseAddress else { return }
        unsafe OCAIntegersFromTops(from, to, samples.count)
      }
    }
  }
}
