import AudioModel
import AudioSyntax

/// Iterates over the boxes in a complete run of bytes.
struct BoxCursor {
  private var index: Int
  private let end: Int

  /// Starts at the first byte of `range`, which must be a box's header.
  init(_ range: Range<Int>) {
    index = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next box, clipped to the enclosing range; `nil` if the following bytes are not a
  /// box.
  mutating func next(_ bytes: Span<UInt8>) -> (type: FourCC, body: Range<Int>)? {
    guard end - index >= 8 else { return nil }
    let size = bytes.bigEndian32(at: index)
    guard size >= 8 || size == 0 else { return nil }
    let last = size == 0 ? end : min(index + Int(size), end)
    let body = index + 8..<last
    let type = bytes.fourCC(at: index + 4)
    index = last
    return (type, body)
  }
}
