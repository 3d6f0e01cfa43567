/// The bits of a packet that is being made, first the highest of each byte.
struct PacketBitWriter {
  /// The packet so far, four bytes at a time, and room behind it.
  private var bytes: [UInt8]
  /// Bytes of the packet that are in their place.
  private var byteCount = 0
  /// Bits that are no four bytes yet, at the low end.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// With room for so many bytes, which grows where they are not enough.
  init(capacity: Int) {
    bytes = Array(repeating: 0, count: capacity)
  }

  /// A place to go back to.
  struct Mark {
    fileprivate let byteCount: Int
    fileprivate let pending: UInt64
    fileprivate let pendingCount: Int

    /// Bits before it.
    var bitCount: Int { byteCount * 8 + pendingCount }
  }

  var mark: Mark { Mark(byteCount: byteCount, pending: pending, pendingCount: pendingCount) }

  /// Bits so far.
  var bitCount: Int { byteCount * 8 + pendingCount }

  /// Forgets what was written behind a place.
  mutating func goBack(to mark: Mark) {
    byteCount = mark.byteCount
    pending = mark.pending
    pendingCount = mark.pendingCount
  }

  /// Adds the low `count` bits of a number, 32 at most.
  @inline(__always)
  mutating func write(_ value: UInt32, _ count: Int) {
    let length = UInt64(truncatingIfNeeded: count)
    append(UInt64(value) & ((1 &<< length) &- 1), length)
  }

  /// Adds a number of `count` bits, 32 at most.
  @inline(__always)
  private mutating func append(_ value: UInt64, _ count: UInt64) {
    pending = pending &<< count | value
    pendingCount &+= Int(truncatingIfNeeded: count)
    if pendingCount >= 32 { flush() }
  }

  /// Puts the first four of the pending bytes into their place.
  @inline(__always)
  private mutating func flush() {
    pendingCount &-= 32
    if byteCount &+ 4 > bytes.count { bytes = Self.grown(bytes) }
    let word = UInt32(truncatingIfNeeded: pending &>> UInt64(truncatingIfNeeded: pendingCount))
    let place = byteCount
    var all = bytes.mutableSpan
    all[place] = UInt8(truncatingIfNeeded: word &>> 24)
    all[place &+ 1] = UInt8(truncatingIfNeeded: word &>> 16)
    all[place &+ 2] = UInt8(truncatingIfNeeded: word &>> 8)
    all[place &+ 3] = UInt8(truncatingIfNeeded: word)
    byteCount &+= 4
  }

  @inline(never)
  private static func grown(_ bytes: [UInt8]) -> [UInt8] {
    bytes + Array(repeating: 0, count: max(bytes.count, 64))
  }

  /// Adds a number in Golomb's manner, as ``PacketBytes/golomb(at:_:divisor:drop:most:plainBits:)`` reads it.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - remainderBits: 1 to 23: a row's one stands for a divisor of as many ones in binary.
  ///   - plainBits: Bits of a number that follows as it is, at most 32.
  @inline(__always)
  mutating func writeGolomb(_ number: UInt32, remainderBits: Int, plainBits: Int) {
    let bits = UInt32(truncatingIfNeeded: remainderBits)
    let divisor: UInt32 = (1 &<< bits) &- 1
    guard number < 9 &* divisor else {
      append(0x1FF, 9)
      write(number, plainBits)
      return
    }
    // Dividing by one more leaves as many too much as the quotient is.
    var ones = number &>> bits
    var rest = (number & divisor) &+ ones
    while rest >= divisor {
      ones &+= 1
      rest &-= divisor
    }
    // The ones, the zero behind them and the remainder, which is a bit shorter where it is 0.
    let shorter: UInt32 = rest == 0 ? 1 : 0
    let row: UInt32 = (2 &<< ones) &- 2
    append(
      UInt64((row &<< (bits &- shorter)) | (rest &+ 1 &- shorter)),
      UInt64(ones &+ 1 &+ bits &- shorter))
  }

  /// The packet, with zeros in what is left of its last byte.
  consuming func finish() -> [UInt8] {
    let count = (bitCount + 7) / 8
    write(0, 32 - pendingCount)
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
