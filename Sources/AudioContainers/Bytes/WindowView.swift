/// A reader's place in the window that it is lent.
struct WindowView: ~Escapable {
  /// The whole window.
  let bytes: Span<UInt8>
  /// Where in ``bytes`` the reader is; behind its end after a jump.
  private(set) var index = 0
  /// Whether the file ends where the window ends.
  let isEnd: Bool
  /// Position in the file of the window's first byte.
  private let start: UInt64

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, at start: UInt64, isEnd: Bool) {
    self.bytes = bytes
    self.start = start
    self.isEnd = isEnd
  }

  /// Bytes from the reader's place to the window's end.
  var remaining: Int { max(bytes.count - index, 0) }

  /// Position in the file of the reader's place.
  var position: UInt64 { start.clampedAdding(UInt64(index)) }

  /// Position in the file of the window's end, or of the reader's place where that lies behind.
  var end: UInt64 { max(start.clampedAdding(UInt64(bytes.count)), position) }

  /// Whether `count` bytes from the reader's place on are there.
  func holds(_ count: Int) -> Bool { remaining >= count }

  /// Where in ``bytes`` a position in the file is, which is not before the window.
  func place(of position: UInt64) -> Int {
    Int(min(position - min(position, start), UInt64(Int.max)))
  }

  /// Moves over `count` bytes.
  mutating func skip(_ count: Int) {
    advance(to: position.clampedAdding(UInt64(count)))
  }

  /// Moves to `position`, which may lie behind the window.
  mutating func advance(to position: UInt64) {
    index = place(of: position)
  }
}
