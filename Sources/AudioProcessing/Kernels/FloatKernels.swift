internal import CSampleKernels

/// Native Float32 from one arrangement to another, as ``Int16Kernels`` does with integers.
enum FloatKernels {
  /// Puts the samples of two channels in turn.
  ///
  /// - Precondition: As many of each, and of both together.
  static func interleave(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into pairs: inout MutableSpan<UInt8>
  ) {
    // Safe: as many frames as are lent.
    unsafe TwoPlanes.lend(left, right, into: &pairs, frameWidth: 8) {
      unsafe OCAFramesFromPlanes($0, $1, $2, $3)
    }
  }
}
