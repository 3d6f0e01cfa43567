/// Lends the bytes of samples that someone else owns.
///
/// Interleaved samples are in buffer 0; others have a buffer for each channel.
package protocol SampleInput: AnyObject {
  /// Lends a range of bytes of one buffer, which the buffer must have.
  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void)
}

/// Lends room for the bytes of samples, in the same arrangement.
package protocol SampleOutput: AnyObject {
  /// Lends a range of bytes of one buffer, which the buffer must have.
  func write(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void)
}
