internal import CSampleKernels

/// Native Float32 from one arrangement to another, as ``Int16Kernels`` does with integers.
enum FloatKernels {
  /// Puts the samples of two channels in turn.
  ///
  /// - Precondition: As many of each, and of both together.
  static func interleave(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into pairs: inout MutableSpan<UInt8>
  ) {
    let count = left.count / 4
    precondition(left.count == 4 * count && right.count == 4 * count, "two channels")
    precondition(pairs.count == 8 * count, "a frame for each")
    // Safe: the preconditions bound what the loop reads and writes.
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        unsafe pairs.withUnsafeMutableBufferPointer { pairs in
          guard let left = left.baseAddress, let right = right.baseAddress,
            let to = pairs.baseAddress
          else { return }
          unsafe OCAFramesFromPlanes(left, right, to, count)
        }
      }
    }
  }
}
