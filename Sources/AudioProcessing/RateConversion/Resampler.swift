/// Turns interleaved Float32 of one rate into that of another.
///
/// The first frame out is that of the first frame in, however a filter delays.
protocol Resampler: AnyObject {
  /// Takes frames, and appends those that can be told by now.
  func process(_ frames: Span<Float>, into output: inout [Float]) throws(RateError)

  /// Appends what follows from the end of the input; nothing can be done afterwards.
  func finish(into output: inout [Float]) throws(RateError)
}
