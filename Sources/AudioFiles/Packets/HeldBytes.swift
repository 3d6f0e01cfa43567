internal import AudioModel

/// The bytes of a stream that are in memory: one contiguous range, which moves forward.
struct HeldBytes: Sendable {
  /// Bytes of the file before those in memory.
  private(set) var start: UInt64 = 0
  private(set) var bytes: [UInt8] = []

  /// Bytes from the start of the file to the expected start of the next piece.
  var end: UInt64 { start &+ UInt64(bytes.count) }

  /// Returns the number of bytes in memory from `position` on.
  func count(from position: UInt64) -> Int {
    position >= start && position < end ? Int(end &- position) : 0
  }

  /// Appends the next bytes of the file, and drops those before `position`.
  mutating func append(_ piece: Span<UInt8>, neededFrom position: UInt64) {
    drop(before: position)
    let skipped = Int(min(UInt64(piece.count), position > end ? position &- end : 0))
    if skipped > 0 { move(to: end &+ UInt64(skipped)) }
    let filled = bytes.count
    bytes.append(zeros: piece.count - skipped)
    var space = bytes.mutableSpan
    space.copy(piece.extracting(skipped...), to: filled)
  }

  /// Drops all bytes, and continues with those at `place`.
  mutating func move(to place: UInt64) {
    start = place
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func drop(before position: UInt64) {
    let kept = count(from: position)
    guard kept < bytes.count else { return }
    start = end &- UInt64(kept)
    bytes.removeFirst(bytes.count - kept)
  }
}
