/// The bytes of a packet, which are read bit by bit, first the highest of each byte.
///
/// Beyond the end all bits are zero.
struct PacketBytes {
  /// Zeros are behind them, so that eight can be loaded wherever a bit is left.
  private let bytes: [UInt8]
  private let bitCount: Int

  /// Bits of ``word(at:)`` that are the next ones.
  static let wordBits = 57

  init(_ packet: Span<UInt8>) {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: packet.count + 8) { room in
      for index in packet.indices { room.append(packet[index]) }
      room.append(repeating: 0, count: 8)
    }
    self.bytes = bytes
    bitCount = packet.count * 8
  }

  /// Whether bits behind the end were read where the next is this one.
  @inline(__always)
  func isBehindEnd(_ position: Int) -> Bool { position > bitCount }

  func isAtEnd(_ position: Int) -> Bool { position >= bitCount }

  /// ``wordBits`` bits at the top of a number, zeros behind the end.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    let index = Int(truncatingIfNeeded: UInt(bitPattern: position) >> 3)
    guard index &+ 8 <= bytes.count else { return 0 }
    let eight = bytes.span.extracting(index..<index &+ 8)
    var word: UInt64 = 0
    for offset in 0..<8 { word = word << 8 | UInt64(eight[offset]) }
    return word &<< UInt64(truncatingIfNeeded: position & 7)
  }

  /// `count` bits, of which there may be 32, as a number.
  @inline(__always)
  func read(_ count: Int, at position: inout Int) -> UInt32 {
    guard count > 0 else { return 0 }
    let value = UInt32(truncatingIfNeeded: word(at: position) &>> UInt64(64 - count))
    position += count
    return value
  }

  /// A number in Golomb's manner: a row of ones, a zero, and a remainder of `64 - drop` bits.
  ///
  /// A remainder of 0 or 1 is one bit shorter, and a row of nine ones means that the number itself follows.
  ///
  /// - Parameters:
  ///   - position: Where it is; becomes where the next one is.
  ///   - ahead: The bits from there on, all that a row and a remainder can have, as ``word(at:)`` gave them: they are shifted, so
  ///     that the next number does not wait for memory.
  ///   - divisor: What a one of the row stands for.
  ///   - drop: 33 to 63.
  ///   - most: Bits of this number at most that leave as many in a word as the next one can have.
  ///   - plainBits: Bits of a number that follows as it is, at most 32.
  /// - Returns: The number.
  @inline(__always)
  func golomb(
    at position: inout Int, _ ahead: inout UInt64, divisor: UInt32, drop: Int, most: Int,
    plainBits: Int
  ) -> UInt32 {
    let word = word(at: position)
    // A row of more than nine needs no end.
    let ones = (~ahead | 1).leadingZeroBitCount
    if ones >= 9 {
      position += 9
      let number = read(plainBits, at: &position)
      ahead = self.word(at: position)
      return number
    }
    let behind = (ahead &<< 1) &<< UInt64(ones)
    let rest = UInt32(truncatingIfNeeded: behind &>> UInt64(drop))
    let length = ones &+ 65 &- drop &- (rest < 2 ? 1 : 0)
    position &+= length
    ahead = length > most ? self.word(at: position) : word &<< UInt64(truncatingIfNeeded: length)
    return UInt32(truncatingIfNeeded: ones) &* divisor &+ max(rest, 1) &- 1
  }
}
