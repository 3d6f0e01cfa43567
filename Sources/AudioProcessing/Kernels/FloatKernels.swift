internal import CSampleKernels

/// Conversions between arrangements of native Float32, like ``Int16Kernels`` for integers.
enum FloatKernels {
  /// Interleaves the samples of two channels.
  ///
  /// - Precondition: All spans have the same number of frames.
  static func interleave(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into pairs: inout MutableSpan<UInt8>
  ) {
    // Safe: the function reads and writes exactly the lent frames.
    unsafe TwoPlanes.lend(left, right, into: &pairs, frameWidth: 8) {
      unsafe OCAFramesFromPlanes($0, $1, $2, $3)
    }
  }
}
