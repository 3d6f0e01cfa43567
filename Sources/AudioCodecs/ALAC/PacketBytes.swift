/// The bytes of a packet, for reading bits, most significant bit first.
///
/// After the end, all bits are zero.
struct PacketBytes {
  /// The bytes and eight zeros, so that eight bytes can be loaded at any remaining bit.
  private let bytes: [UInt8]
  private let bitCount: Int

  /// The number of valid bits in ``word(at:)``.
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

  /// Returns whether bits after the end have been read, if the next bit is at this position.
  @inline(__always)
  func isPastEnd(_ position: Int) -> Bool { position > bitCount }

  func isAtEnd(_ position: Int) -> Bool { position >= bitCount }

  /// Returns the next ``wordBits`` bits at the top of a number, with zeros after the end.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    let index = Int(truncatingIfNeeded: UInt(bitPattern: position) >> 3)
    guard index &+ 8 <= bytes.count else { return 0 }
    let eight = bytes.span.extracting(index..<index &+ 8)
    var word: UInt64 = 0
    for offset in 0..<8 { word = word << 8 | UInt64(eight[offset]) }
    return word &<< UInt64(truncatingIfNeeded: position & 7)
  }

  /// Reads `count` bits, at most 32, as a number.
  @inline(__always)
  func read(_ count: Int, at position: inout Int) -> UInt32 {
    guard count > 0 else { return 0 }
    let value = UInt32(truncatingIfNeeded: word(at: position) &>> UInt64(64 - count))
    position += count
    return value
  }

  /// Reads a Golomb-coded number: a row of ones, a zero, and a remainder of `64 - drop` bits.
  ///
  /// A remainder of 0 or 1 is one bit shorter. A row of nine ones means that the number follows
  /// unencoded.
  ///
  /// - Parameters:
  ///   - position: The position of the number. The call moves it to the next number.
  ///   - ahead: The bits from `position` on, as many as a row and a remainder can have, from
  ///     ``word(at:)``. The call shifts them, so that the next number does not wait for memory.
  ///   - divisor: The value of each one in the row.
  ///   - drop: 33 to 63.
  ///   - most: The greatest length of this number, in bits, after which the loaded word still
  ///     contains the next number. After a longer number, the call loads another word.
  ///   - plainBits: Bits of an unencoded number, at most 32.
  /// - Returns: The number.
  @inline(__always)
  func golomb(
    at position: inout Int, _ ahead: inout UInt64, divisor: UInt32, drop: Int, most: Int,
    plainBits: Int
  ) -> UInt32 {
    let word = word(at: position)
    // A row of nine or more needs no terminator.
    let ones = (~ahead | 1).leadingZeroBitCount
    if ones >= 9 {
      position += 9
      let number = read(plainBits, at: &position)
      ahead = self.word(at: position)
      return number
    }
    let following = (ahead &<< 1) &<< UInt64(ones)
    let rest = UInt32(truncatingIfNeeded: following &>> UInt64(drop))
    let length = ones &+ 65 &- drop &- (rest < 2 ? 1 : 0)
    position &+= length
    ahead = length > most ? self.word(at: position) : word &<< UInt64(truncatingIfNeeded: length)
    return UInt32(truncatingIfNeeded: ones) &* divisor &+ max(rest, 1) &- 1
  }
}
