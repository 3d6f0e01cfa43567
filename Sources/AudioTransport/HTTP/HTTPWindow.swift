/// The bytes of a resource that are kept: those ahead of the reader, some behind it, and some from places
/// that it has left.
struct HTTPWindow: Sendable {
  /// How many bytes are kept.
  struct Limits: Sendable {
    /// Ahead of the reader; a received block more may come on top.
    var ahead = 2 << 20
    /// Behind the reader.
    var behind = 512 << 10
    /// At places that the reader has left.
    var elsewhere = 512 << 10
  }

  let limits: Limits
  /// The run of bytes that grows.
  private(set) var current = HTTPSegment(start: 0)
  /// Places left, the latest last.
  private var others: [HTTPSegment] = []

  init(limits: Limits) {
    self.limits = limits
  }

  /// Bytes held in all.
  var count: Int { current.count + others.reduce(0) { $0 + $1.count } }

  /// Whether the byte at `offset` is held.
  func contains(_ offset: UInt64) -> Bool {
    current.contains(offset) || others.contains { $0.contains(offset) }
  }

  /// Copies what is held from `offset` on, as much as fits.
  func copy(from offset: UInt64, into buffer: inout MutableSpan<UInt8>) -> Int {
    if current.contains(offset) { return current.copy(from: offset, into: &buffer) }
    guard let other = others.last(where: { $0.contains(offset) }) else { return 0 }
    return other.copy(from: offset, into: &buffer)
  }

  /// Bytes that wait for a reader at `offset`.
  func countAhead(of offset: UInt64) -> Int {
    guard offset > current.start else { return current.count }
    return offset < current.end ? Int(current.end - offset) : 0
  }

  /// The offset up to which all bytes from `offset` on are held.
  func end(from offset: UInt64) -> UInt64 {
    if current.contains(offset) || current.end == offset { return current.end }
    guard let other = others.last(where: { $0.contains(offset) }) else { return offset }
    return current.contains(other.end) ? current.end : other.end
  }

  /// Goes on at `offset`.
  mutating func move(to offset: UInt64) {
    guard offset != current.end else { return }
    let left = current
    if let index = others.lastIndex(where: { $0.end == offset }) {
      current = others.remove(at: index)
    } else {
      current = HTTPSegment(start: offset)
    }
    if left.count > 0 { others.append(left) }
    dropElsewhere()
  }

  /// Adds bytes where the last ones ended.
  mutating func append(_ bytes: Span<UInt8>) {
    current.append(bytes)
  }

  /// Forgets what lies too far behind a reader at `offset`.
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
