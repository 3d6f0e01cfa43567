/// Turns interleaved Float32 of one rate into that of another.
///
/// The first frame out is that of the first frame in, however a filter delays.
protocol Resampler: AnyObject {
  /// Takes frames, and appends those that can be told by now.
  func process(_ frames: Span<Float>, into output: inout [Float]) throws(RateError)

  /// Takes frames where they lie, and writes those that can be told by now where they are wanted.
  ///
  /// - Parameters:
  ///   - frames: Whole frames, as bytes.
  ///   - room: Room for whole frames, at least one.
  /// - Returns: The frames taken and made, of which one at least is not 0 where there are frames; `nil` where neither is done this way.
  /// - Throws: ``RateError`` where the library fails.
  func process(
    _ frames: Span<UInt8>, into room: inout MutableSpan<UInt8>
  ) throws(RateError) -> (taken: Int, made: Int)?

  /// Appends what follows from the end of the input; nothing can be done afterwards.
  func finish(into output: inout [Float]) throws(RateError)
}

extension Resampler {
  func process(
    _ frames: Span<UInt8>, into room: inout MutableSpan<UInt8>
  ) throws(RateError) -> (taken: Int, made: Int)? { nil }
}
