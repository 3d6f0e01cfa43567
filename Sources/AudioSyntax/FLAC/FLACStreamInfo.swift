/// The bytes of a `STREAMINFO` block.
///
/// Source: RFC 9639, 8.2.
package struct FLACStreamInfo: Sendable {
  /// Totals of a stream, known when all of its frames are available.
  package struct Totals: Equatable, Sendable {
    package private(set) var frameCount: UInt64 = 0
    /// Bytes of the smallest and of the largest packet.
    package private(set) var sizes: ClosedRange<UInt32>?

    package init() {}

    /// Counts a packet.
    package mutating func add(byteCount: UInt32, frameCount: UInt32) {
      self.frameCount &+= UInt64(frameCount)
      let (low, high) = (sizes?.lowerBound ?? .max, sizes?.upperBound ?? 0)
      sizes = min(low, byteCount)...max(high, byteCount)
    }
  }

  /// The body of the block.
  package private(set) var bytes: [UInt8]

  /// Takes the block from a cookie: a `dfLa` box, as the readers return it, or the block alone.
  package init?(cookie: [UInt8]) {
    switch cookie.count {
    case FLACFormat.bodyByteCount: bytes = cookie
    case (16 + FLACFormat.bodyByteCount)...:
      bytes = Array(cookie[16..<16 + FLACFormat.bodyByteCount])
    default: return nil
    }
  }

  /// Bits of a sample.
  package var bitDepth: Int { Int(bytes[12] & 1) << 4 + Int(bytes[13] >> 4) + 1 }

  /// The contents of the block; `nil` if they are invalid.
  package var format: FLACFormat? { FLACFormat(body: bytes.span) }

  /// Updates the block with the totals of all frames.
  package mutating func set(_ totals: Totals) {
    guard let sizes = totals.sizes else { return }
    let (low, high) = (min(sizes.lowerBound, 0xFF_FFFF), min(sizes.upperBound, 0xFF_FFFF))
    bytes.replaceSubrange(4..<7, with: [UInt8].big(low).dropFirst())
    bytes.replaceSubrange(7..<10, with: [UInt8].big(high).dropFirst())
    let count = totals.frameCount < 1 << 36 ? totals.frameCount : 0
    bytes[13] = bytes[13] & 0xF0 | UInt8(count >> 32)
    bytes.replaceSubrange(14..<18, with: [UInt8].big(UInt32(truncatingIfNeeded: count)))
  }
}
