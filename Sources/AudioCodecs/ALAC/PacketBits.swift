/// The bits of a packet, first the highest of each byte.
///
/// Beyond the end all bits are zero, and ``isOverrun`` tells that some of them were read.
struct PacketBits {
  /// Eight bytes in each, and zeros behind, so that two can be loaded wherever a bit is left.
  private let words: [UInt64]
  private let bitCount: Int
  /// Bits from the start to the next.
  private(set) var position = 0

  init(_ packet: Span<UInt8>) {
    var words: [UInt64] = []
    words.reserveCapacity(packet.count / 8 + 2)
    var index = 0
    while index + 8 <= packet.count {
      var word: UInt64 = 0
      for offset in 0..<8 { word = word << 8 | UInt64(packet[index + offset]) }
      words.append(word)
      index += 8
    }
    var last: UInt64 = 0
    for offset in 0..<8 {
      last = last << 8 | (index + offset < packet.count ? UInt64(packet[index + offset]) : 0)
    }
    self.words = words + [last, 0]
    bitCount = packet.count * 8
  }

  var isOverrun: Bool { position > bitCount }
  var isAtEnd: Bool { position >= bitCount }

  /// The next 64 bits, zeros behind the end.
  @inline(__always)
  var word: UInt64 {
    let index = position >> 6
    guard index + 1 < words.count else { return 0 }
    let offset = UInt64(truncatingIfNeeded: position & 63)
    return (words[index] &<< offset) | ((words[index + 1] &>> 1) &>> (63 &- offset))
  }

  /// The next `count` bits, of which there may be 32, as a number.
  @inline(__always)
  mutating func read(_ count: Int) -> UInt32 {
    guard count > 0 else { return 0 }
    let value = UInt32(truncatingIfNeeded: word &>> UInt64(64 - count))
    position += count
    return value
  }

  /// The next `count` bits, of which there may be 32, as a number with a sign.
  @inline(__always)
  mutating func readSigned(_ count: Int) -> Int32 {
    guard count > 0 else { return 0 }
    return Int32(bitPattern: read(count) << UInt32(32 - count)) >> Int32(32 - count)
  }

  mutating func skip(_ count: Int) {
    position += count
  }

  mutating func skipToByte() {
    position = (position + 7) & ~7
  }

  /// A number in Golomb's manner: a row of ones, a zero, and a remainder of `64 - drop` bits.
  ///
  /// A remainder of 0 or 1 is one bit shorter, and a row of nine ones means that the number itself follows.
  ///
  /// - Parameters:
  ///   - ahead: The next bits, at least 40 of them, as ``word`` gave them: they are shifted, so that the next number does not wait
  ///     for memory.
  ///   - divisor: What a one of the row stands for.
  ///   - drop: 33 to 63.
  ///   - plainBits: Bits of a number that follows as it is, at most 32.
  /// - Returns: The number.
  @inline(__always)
  mutating func readGolomb(
    _ ahead: inout UInt64, divisor: UInt32, drop: Int, plainBits: Int
  ) -> UInt32 {
    let word = word
    // A row of more than nine needs no end.
    let ones = (~ahead | 1).leadingZeroBitCount
    if ones >= 9 {
      position += 9
      let number = read(plainBits)
      ahead = self.word
      return number
    }
    let behind = (ahead &<< 1) &<< UInt64(ones)
    let rest = UInt32(truncatingIfNeeded: behind &>> UInt64(drop))
    let length = ones &+ 65 &- drop &- (rest < 2 ? 1 : 0)
    position &+= length
    ahead = length > 24 ? self.word : word &<< UInt64(truncatingIfNeeded: length)
    return UInt32(truncatingIfNeeded: ones) &* divisor &+ max(rest, 1) &- 1
  }
}
