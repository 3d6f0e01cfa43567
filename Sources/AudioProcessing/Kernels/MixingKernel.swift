internal import CSampleKernels

/// The sums of a mixer.
package enum MixingKernel {
  /// The levels of a pan: of the near side on its own side, and of the far side on both sides.
  package struct Pan: Sendable {
    package var near: Float
    package var across: Float
    package var far: Float

    package init(near: Float, across: Float, far: Float) {
      (self.near, self.across, self.far) = (near, across, far)
    }
  }

  /// Adds samples with a level to sums.
  ///
  /// - Precondition: There are as many sums as samples.
  package static func add(
    _ samples: Span<Float>, level: Float, to sums: inout MutableSpan<Float>
  ) {
    precondition(samples.count == sums.count, "spans of different lengths")
    // Safe: both spans have `count` samples.
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        guard let from = samples.baseAddress, let to = sums.baseAddress else { return }
        unsafe OCAAdd(from, level, to, samples.count)
      }
    }
  }

  /// Adds two channels with a pan to sums.
  ///
  /// - Precondition: There are as many sums as samples of each channel.
  package static func add(
    _ near: Span<Float>, _ far: Span<Float>, _ pan: Pan, to nearSums: inout MutableSpan<Float>,
    _ farSums: inout MutableSpan<Float>
  ) {
    let count = near.count
    precondition(
      far.count == count && nearSums.count == count && farSums.count == count,
      "spans of different lengths")
    let levels = OCAPannedLevels(near: pan.near, across: pan.across, far: pan.far)
    // Safe: all spans have `count` samples.
    unsafe near.withUnsafeBufferPointer { near in
      unsafe far.withUnsafeBufferPointer { far in
        unsafe nearSums.withUnsafeMutableBufferPointer { nearSums in
          unsafe farSums.withUnsafeMutableBufferPointer { farSums in
            guard let near = near.baseAddress, let far = far.baseAddress,
              let nearSums = nearSums.baseAddress, let farSums = farSums.baseAddress
            else { return }
            unsafe OCAAddPanned(near, far, levels, nearSums, farSums, count)
          }
        }
      }
    }
  }
}
