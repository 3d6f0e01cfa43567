/// Writes the bits of a packet, most significant bit of each byte first.
struct PacketBitWriter {
  /// The packet so far, in units of four bytes, and unused capacity.
  private var bytes: [UInt8]
  /// Bytes of the packet that have been stored.
  private var byteCount = 0
  /// Fewer than 32 pending bits, at the low end.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Reserves `capacity` bytes.
  ///
  /// The memory grows if necessary.
  init(capacity: Int) {
    bytes = Array(repeating: 0, count: capacity)
  }

  /// A position to return to.
  struct Mark {
    fileprivate let byteCount: Int
    fileprivate let pending: UInt64
    fileprivate let pendingCount: Int

    /// Bits before the mark.
    var bitCount: Int { byteCount * 8 + pendingCount }
  }

  var mark: Mark { Mark(byteCount: byteCount, pending: pending, pendingCount: pendingCount) }

  /// Bits so far.
  var bitCount: Int { byteCount * 8 + pendingCount }

  /// Discards everything after a mark.
  mutating func goBack(to mark: Mark) {
    byteCount = mark.byteCount
    pending = mark.pending
    pendingCount = mark.pendingCount
  }

  /// Appends the low `count` bits of a number, at most 32.
  @inline(__always)
  mutating func write(_ value: UInt32, _ count: Int) {
    let length = UInt64(truncatingIfNeeded: count)
    append(UInt64(value) & ((1 &<< length) &- 1), length)
  }

  /// Appends a number of `count` bits, at most 32.
  @inline(__always)
  private mutating func append(_ value: UInt64, _ count: UInt64) {
    pending = pending &<< count | value
    pendingCount &+= Int(truncatingIfNeeded: count)
    if pendingCount >= 32 { flush() }
  }

  /// Stores the first four pending bytes.
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

  /// Appends a Golomb-coded number for ``PacketBytes/golomb(at:_:divisor:drop:most:plainBits:)``.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - remainderBits: 1 to 23. The divisor is a binary number of this many ones.
  ///   - plainBits: Bits of a number that follows unencoded, at most 32.
  @inline(__always)
  mutating func writeGolomb(_ number: UInt32, remainderBits: Int, plainBits: Int) {
    let bits = UInt32(truncatingIfNeeded: remainderBits)
    let divisor: UInt32 = (1 &<< bits) &- 1
    guard number < 9 &* divisor else {
      append(0x1FF, 9)
      write(number, plainBits)
      return
    }
    // Division by the divisor plus one yields a remainder that is too small by the quotient.
    var ones = number &>> bits
    var rest = (number & divisor) &+ ones
    while rest >= divisor {
      ones &+= 1
      rest &-= divisor
    }
    // The ones, the terminating zero, and the remainder, which is one bit shorter if it is 0.
    let shorter: UInt32 = rest == 0 ? 1 : 0
    let row: UInt32 = (2 &<< ones) &- 2
    append(
      UInt64((row &<< (bits &- shorter)) | (rest &+ 1 &- shorter)),
      UInt64(ones &+ 1 &+ bits &- shorter))
  }

  /// Returns the packet, with the last byte padded with zeros.
  consuming func finish() -> [UInt8] {
    let count = (bitCount + 7) / 8
    write(0, 32 - pendingCount)
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
