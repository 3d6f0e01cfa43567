/// Converts interleaved Float32 between rates.
///
/// The first output frame corresponds to the first input frame, regardless of the filter's delay.
protocol Resampler: AnyObject {
  /// Consumes frames, and appends the output available so far.
  func process(_ frames: Span<Float>, into output: inout [Float]) throws(RateError)

  /// Converts frames directly between spans, as far as output is available.
  ///
  /// - Parameters:
  ///   - frames: Whole frames, as bytes.
  ///   - room: Memory for whole frames, at least one.
  /// - Returns: Frames consumed and produced, at least one of them not 0 if `frames` is not empty.
  ///   `nil` if direct conversion is unsupported.
  /// - Throws: ``RateError`` if the library fails.
  func process(
    _ frames: Span<UInt8>, into room: inout MutableSpan<UInt8>
  ) throws(RateError) -> (taken: Int, made: Int)?

  /// Appends the remaining output at the end of the input. No other call may follow.
  func finish(into output: inout [Float]) throws(RateError)
}

extension Resampler {
  func process(
    _ frames: Span<UInt8>, into room: inout MutableSpan<UInt8>
  ) throws(RateError) -> (taken: Int, made: Int)? { nil }
}
