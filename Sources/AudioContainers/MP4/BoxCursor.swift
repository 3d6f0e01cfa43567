import AudioModel

/// Goes from box to box inside bytes that are all there.
struct BoxCursor {
  private var index: Int
  private let end: Int

  /// Starts at `range`'s first byte, which is a box's header.
  init(_ range: Range<Int>) {
    index = range.lowerBound
    end = range.upperBound
  }

  /// The next box, cut off where its surroundings end; `nil` where nothing like a box follows.
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
