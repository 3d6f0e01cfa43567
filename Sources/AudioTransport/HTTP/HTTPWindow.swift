/// The bytes of a resource in memory.
///
/// The bytes are around the reader, and at positions that the reader has left.
struct HTTPWindow: Sendable {
  /// Maximum bytes in memory.
  struct Limits: Sendable {
    /// Bytes ahead of the reader.
    ///
    /// One received block may exceed the limit.
    var ahead = 2 << 20
    /// Bytes behind the reader.
    var behind = 512 << 10
    /// Bytes at positions that the reader has left.
    var elsewhere = 512 << 10
  }

  let limits: Limits
  /// The segment that grows.
  private(set) var current = ByteBlocks(start: 0)
  /// Segments that the reader has left, the latest last.
  private var others: [ByteBlocks] = []

  init(limits: Limits) {
    self.limits = limits
  }

  /// Total bytes in memory.
  var count: Int { current.count + others.reduce(0) { $0 + $1.count } }

  /// Returns whether the byte at `offset` is in memory.
  func contains(_ offset: UInt64) -> Bool {
    current.contains(offset) || others.contains { $0.contains(offset) }
  }

  /// Copies bytes from `offset` on, as many as fit.
  func copy(from offset: UInt64, into buffer: inout MutableSpan<UInt8>) -> Int {
    if current.contains(offset) { return current.copy(from: offset, into: &buffer) }
    guard let other = others.last(where: { $0.contains(offset) }) else { return 0 }
    return other.copy(from: offset, into: &buffer)
  }

  /// Returns the number of bytes waiting for a reader at `offset`.
  func countAhead(of offset: UInt64) -> Int {
    guard offset > current.start else { return current.count }
    return offset < current.end ? Int(current.end - offset) : 0
  }

  /// Returns the end of the contiguous bytes from `offset` on.
  func end(from offset: UInt64) -> UInt64 {
    if current.contains(offset) || current.end == offset { return current.end }
    guard let other = others.last(where: { $0.contains(offset) }) else { return offset }
    return current.contains(other.end) ? current.end : other.end
  }

  /// Continues at `offset`.
  mutating func move(to offset: UInt64) {
    guard offset != current.end else { return }
    let left = current
    if let index = others.lastIndex(where: { $0.end == offset }) {
      current = others.remove(at: index)
    } else {
      current = ByteBlocks(start: offset)
    }
    if left.count > 0 { others.append(left) }
    dropElsewhere()
  }

  /// Adds bytes after the last byte.
  mutating func append(_ bytes: Span<UInt8>) {
    current.append(bytes)
  }

  /// Drops bytes too far behind a reader at `offset`.
  mutating func drop(behind offset: UInt64) {
    guard offset >= current.start, offset - current.start > UInt64(limits.behind) else { return }
    current.drop(before: min(offset, current.end) - min(UInt64(limits.behind), current.end))
  }

  private mutating func dropElsewhere() {
    var excess = others.reduce(0) { $0 + $1.count } - limits.elsewhere
    while excess > 0, let oldest = others.first {
      if oldest.count <= excess {
        excess -= oldest.count
        others.removeFirst()
      } else {
        others[0].drop(before: oldest.start + UInt64(excess))
        excess = 0
      }
    }
  }
}
