import AudioModel
import Testing

@testable import AudioSyntax

struct BitTests {
  static let bytes: [UInt8] = [0xA5, 0x00, 0xFF, 0x13, 0x37, 0x80, 0x01, 0xFE, 0x42]

  /// The bits of the bytes, most significant bit of each byte first.
  private static let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }

  private static func number(_ range: Range<Int>) -> UInt32 {
    bits[range].reduce(0) { $0 << 1 | UInt32($1) }
  }

  @Test("a number is the same at every position and in every length", arguments: 0...32)
  func numbers(bitCount: Int) {
    for bit in 0...Self.bits.count - bitCount {
      let number = Self.bytes.span.bits(bitCount, at: bit)
      #expect(number == Self.number(bit..<bit + bitCount), "at \(bit)")
    }
  }

  @Test("a cursor reads the available bits and stays at the end", arguments: 1...32)
  func cursor(step: Int) {
    var cursor = BitCursor(Self.bytes.span)
    var place = 0
    while place + step <= Self.bits.count {
      let number = cursor.read(step)
      #expect(number == Self.number(place..<place + step))
      place += step
    }
    let position = cursor.position
    let beyond = (cursor.read(step), cursor.skip(step), cursor.position)
    #expect(beyond.0 == nil && !beyond.1 && beyond.2 == position)
    let rest = (cursor.remaining, cursor.skip(Self.bits.count - place), cursor.remaining)
    #expect(rest == (Self.bits.count - place, true, 0))
  }

  @Test("a cursor aligns to the next byte", arguments: 0...16)
  func alignment(position: Int) {
    var cursor = BitCursor(Self.bytes.span)
    let isSkipped = cursor.skip(position)
    cursor.align()
    let aligned = cursor.position
    #expect(isSkipped && aligned == [0, 8, 16][(position + 7) / 8])
  }

  @Test("zeros are counted up to the next 1")
  func zeros() {
    for bit in 0..<Self.bits.count {
      let count = Self.bytes.span.zeroBits(from: bit)
      let next = Self.bits[bit...].firstIndex(of: 1)
      #expect(count == next.map { $0 - bit }, "from \(bit)")
    }
    let none = Self.bytes.span.zeroBits(from: Self.bits.count)
    #expect(none == nil)
  }

  @Test("a copy starts with the first bit and ends with zeros")
  func copies() {
    for start in 0..<16 {
      for bitCount in 0...Self.bits.count - start {
        let copy = Self.bytes.span.bytes(fromBit: start, count: bitCount)
        let wanted = Self.bits[start..<start + bitCount]
        let found = copy.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        #expect(copy.count == (bitCount + 7) / 8)
        #expect(found.starts(with: wanted) && !found.dropFirst(bitCount).contains(1))
      }
    }
  }

  @Test("reversed bits start with the least significant one")
  func reversedBits() {
    let reversed = Self.bytes.flatMap { byte in (0..<8).map { byte >> $0 & 1 } }
    for start in 0..<20 {
      for bitCount in 0...32 {
        let number = Self.bytes.span.reversedBits(bitCount, at: start)
        let wanted = reversed[start..<start + bitCount].reversed()
        #expect(number == wanted.reduce(0) { $0 << 1 | UInt32($1) })
      }
    }
  }

  @Test("a writer's bits are read back", arguments: 1...24)
  func writer(step: Int) {
    var writer = BitWriter()
    for place in stride(from: 0, through: Self.bits.count - step, by: step) {
      writer.append(Int(Self.number(place..<place + step)), bits: step)
    }
    let bitCount = Self.bits.count / step * step
    let wanted = Self.bytes.span.bytes(fromBit: 0, count: bitCount)
    #expect(writer.bytes == wanted)
    var copier = BitWriter()
    copier.append(1, bits: 3)
    copier.append(writer.bytes, bits: bitCount)
    copier.alignToByte()
    copier.append(0x5A, bits: 8)
    let copied = copier.bytes.span.bytes(fromBit: 3, count: bitCount)
    #expect(copied == wanted && copier.bytes.last == 0x5A)
  }
}
