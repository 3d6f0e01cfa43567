/// A checksum that detects changes, but not deliberate forgery.
///
/// Source: Fowler, Noll and Vo, *The FNV Non-Cryptographic Hash Algorithm*: FNV-1a of 64 bits.
struct Checksum: CustomStringConvertible {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
