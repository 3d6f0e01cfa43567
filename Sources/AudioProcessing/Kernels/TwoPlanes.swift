/// The samples of two channels, of four bytes each, which a loop of C puts in turn.
enum TwoPlanes {
  /// Lends them, and room for their frames.
  ///
  /// - Precondition: As many samples of each, and room for as many frames of `frameWidth` bytes.
  static func lend(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into frames: inout MutableSpan<UInt8>,
    frameWidth: Int,
    _ body: (
      UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, _ count: Int
    ) -> Void
  ) {
    let count = left.count / 4
    precondition(left.count == 4 * count && right.count == 4 * count, "two channels")
    precondition(frames.count == frameWidth * count, "a frame for each")
    // Safe: the preconditions bound what the loop reads and writes.
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
