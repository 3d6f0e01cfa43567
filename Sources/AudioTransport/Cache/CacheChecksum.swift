/// A checksum that can be extended with further bytes.
///
/// It detects damage, but not forgery.
///
/// Source: FNV-1a with 64 bits (draft-eastlake-fnv-17, 2 and 5).
struct CacheChecksum: Equatable, Sendable {
  private(set) var value: UInt64

  init(_ value: UInt64 = 0xCBF2_9CE4_8422_2325) { self.value = value }

  init(_ text: String) {
    self.init()
    for byte in text.utf8 { add(byte) }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  mutating func add(_ bytes: Span<UInt8>) {
    for index in 0..<bytes.count { add(bytes[index]) }
  }

  /// The value in 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
