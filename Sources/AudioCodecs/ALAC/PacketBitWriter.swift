/// The bits of a packet that is being made, first the highest of each byte.
struct PacketBitWriter {
  private(set) var bytes: [UInt8] = []
  /// Bits that are no whole byte yet, at the low end.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Bits so far.
  var bitCount: Int { bytes.count * 8 + pendingCount }

  /// Adds the low `count` bits of a number, 32 at most.
  @inline(__always)
  mutating func write(_ value: UInt32, _ count: Int) {
    let mask = count == 32 ? UInt32.max : (1 << UInt32(count)) &- 1
    pending = pending << UInt64(count) | UInt64(value & mask)
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
  }

  /// Adds a number in Golomb's manner, as ``PacketBits/readGolomb(_:divisor:drop:plainBits:)`` reads it.
  @inline(__always)
  mutating func writeGolomb(
    _ number: UInt32, divisor: UInt32, remainderBits: Int, plainBits: Int
  ) {
    let (ones, rest) = number.quotientAndRemainder(dividingBy: divisor)
    guard ones < 9 else {
      write(0x1FF, 9)
      write(number, plainBits)
      return
    }
    // The ones, and the zero behind them.
    write((1 << (ones + 1)) &- 2, Int(ones) + 1)
    if rest == 0 {
      write(0, remainderBits - 1)
    } else {
      write(rest + 1, remainderBits)
    }
  }

  /// Fills the last byte with zeros.
  mutating func finish() {
    if pendingCount > 0 { write(0, 8 - pendingCount) }
  }
}
