internal import CSampleKernels

/// The convolution of Float32 with a response.
enum ConvolutionKernel {
  /// Frames that the loop computes at once, and may read after the last one.
  static let lanes = 16

  /// Convolves frames with a response.
  ///
  /// - Parameters:
  ///   - history: The earlier frames (one less than `taps`), the frames, and room for ``lanes``.
  ///   - taps: The response.
  ///   - output: Receives a sample for each frame.
  ///   - count: The number of frames.
  static func convolve(
    _ history: Span<Float>, _ taps: Span<Float>, into output: inout MutableSpan<Float>, count: Int
  ) {
    precondition(count >= 0 && count <= output.count, "the output has too few samples")
    precondition(history.count >= taps.count - 1 + count + lanes, "too few frames of history")
    // Safe: the precondition limits the loop's reads, and it writes `count` samples.
    unsafe history.withUnsafeBufferPointer { history in
      unsafe taps.withUnsafeBufferPointer { taps in
        unsafe output.withUnsafeMutableBufferPointer { output in
          guard let history = history.baseAddress, let first = taps.baseAddress,
            let output = output.baseAddress
          else { return }
          unsafe OCAConvolve(history + taps.count - 1, first, taps.count, output, count)
        }
      }
    }
  }
}
