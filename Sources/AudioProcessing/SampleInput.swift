/// Lends the bytes of samples that belong to the implementer.
///
/// Interleaved samples are in buffer 0. Other samples have one buffer per channel.
package protocol SampleInput: AnyObject {
  /// Lends a range of bytes of one buffer, which must contain it.
  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void)
}

/// Lends memory for the bytes of samples, in the same arrangement.
package protocol SampleOutput: AnyObject {
  /// Lends a range of bytes of one buffer, which must contain it.
  func write(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void)
}
