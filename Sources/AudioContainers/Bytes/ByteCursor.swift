import AudioModel

/// A position in a run of borrowed bytes.
///
/// Reading moves the cursor forward. A read beyond the end returns `nil` and does not move the
/// cursor. Therefore `nil` always means "not enough bytes", never "bad value". The cursor cannot
/// outlive its bytes, which the compiler checks. Every access is bounds-checked.
package struct ByteCursor: ~Escapable {
  private let bytes: Span<UInt8>

  /// Bytes already read, counted from the start of this run.
  private(set) var position = 0

  /// Starts at the first of `bytes`.
  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  /// Starts at the first of `bytes`, which may come from a mapped file or a C library.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) {
    self.bytes = Span(_bytes: bytes)
  }

  /// Bytes not yet read.
  var remaining: Int { bytes.count - position }

  /// Reads one byte.
  package mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads an integer stored with its least significant byte first.
  mutating func littleEndian<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type = Value.self
  ) -> Value? {
    let width = Value.bitWidth / 8
    guard remaining >= width else { return nil }
    var value: Value = 0
    for index in (position..<position + width).reversed() {
      value = value << 8 | Value(bytes[index])
    }
    position += width
    return value
  }

  /// Reads four bytes as a tag.
  mutating func fourCC() -> FourCC? {
    guard let value = littleEndian(UInt32.self) else { return nil }
    return FourCC(rawValue: value.byteSwapped)
  }

  /// Moves forward by up to `count` bytes.
  ///
  /// - Returns: The range of positions passed, limited by `count` and ``remaining``.
  mutating func skip(upTo count: UInt64) -> Range<Int> {
    let start = position
    position += Int(min(count, UInt64(remaining)))
    return start..<position
  }
}
