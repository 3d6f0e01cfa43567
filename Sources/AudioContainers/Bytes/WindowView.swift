/// A reader's position in its borrowed window.
struct WindowView: ~Escapable {
  /// The whole window.
  let bytes: Span<UInt8>
  /// The reader's index in ``bytes``, which may be after the end following a jump.
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

  /// Bytes from the reader's position to the window's end.
  var remaining: Int { max(bytes.count - index, 0) }

  /// The reader's position in the file.
  var position: UInt64 { start.clampedAdding(UInt64(index)) }

  /// Position in the file of the window's end, or the reader's position if that is greater.
  var end: UInt64 { max(start.clampedAdding(UInt64(bytes.count)), position) }

  /// Whether `count` bytes from the reader's position are available.
  func holds(_ count: Int) -> Bool { remaining >= count }

  /// The index in ``bytes`` of a position in the file.
  ///
  /// - Precondition: The position is not before the window.
  func place(of position: UInt64) -> Int {
    Int(min(position - min(position, start), UInt64(Int.max)))
  }

  /// Skips `count` bytes.
  mutating func skip(_ count: Int) {
    advance(to: position.clampedAdding(UInt64(count)))
  }

  /// Moves to `position`, which may be after the window.
  mutating func advance(to position: UInt64) {
    index = place(of: position)
  }
}
