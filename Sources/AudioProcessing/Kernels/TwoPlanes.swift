/// The samples of two channels with four bytes each, which a C loop interleaves.
enum TwoPlanes {
  /// Lends two channels, and memory for their frames.
  ///
  /// - Precondition: Both channels have the same number of samples, and `frames` has room for as
  ///   many frames of `frameWidth` bytes.
  static func lend(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into frames: inout MutableSpan<UInt8>,
    frameWidth: Int,
    _ body: (
      UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, _ count: Int
    ) -> Void
  ) {
    let count = left.count / 4
    precondition(left.count == 4 * count && right.count == 4 * count, "channel lengths differ")
    precondition(frames.count == frameWidth * count, "frame counts differ")
    // Safe: the preconditions limit the loop's reads and writes.
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        unsafe frames.withUnsafeMutableBufferPointer { frames in
          guard let left = left.baseAddress, let right = right.baseAddress,
            let to = frames.baseAddress
          else { return }
          unsafe body(left, right, to, count)
        }
      }
    }
  }
}
