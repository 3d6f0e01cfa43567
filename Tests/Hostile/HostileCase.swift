/// One damage to a file, determined by a seed and a number.
struct HostileCase: CustomStringConvertible {
  /// The length of the file after truncation in bytes.
  let byteCount: Int
  /// The changed bytes, each with a mask for exclusive or.
  let flips: [(place: Int, mask: UInt8)]
  /// The source of all other random decisions.
  let dice: Dice

  init(_ number: Int, of byteCount: Int, _ options: HostileOptions) {
    var dice = Dice(options.seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number))
    var left = byteCount
    var flips: [(place: Int, mask: UInt8)] = []
    if byteCount == 0 {
      left = 0
    } else if number > options.truncations {
      let count = dice.next(2) == 0 ? 1 : 1 + dice.next(8)
      for _ in 0..<count {
        flips.append((dice.place(in: byteCount), UInt8(1 + dice.next(255))))
      }
    } else if number > 0 {
      // If there are enough truncations, each length occurs once.
      let isEachOnce = byteCount <= options.truncations
      left = isEachOnce ? number % byteCount : dice.place(in: byteCount)
    }
    self.byteCount = left
    self.flips = flips
    self.dice = dice
  }

  var description: String {
    flips.isEmpty
      ? "the first \(byteCount) bytes"
      : "bytes changed at "
        + flips.map { "\($0.place) (^\(String($0.mask, radix: 16)))" }.joined(separator: ", ")
  }

  /// Applies the flips, or undoes them.
  func flip(_ bytes: inout [UInt8]) {
    for (place, mask) in flips { bytes[place] ^= mask }
  }
}

/// Repeatable pseudorandom numbers (SplitMix64).
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  /// A number below `limit`.
  mutating func next(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ value >> 31) % UInt64(limit))
  }

  /// An offset in a file, most often near its ends, where headers and tables are.
  mutating func place(in byteCount: Int) -> Int {
    switch next(10) {
    case 0..<4: next(min(byteCount, 4 << 10))
    case 4..<6: next(min(byteCount, 64 << 10))
    case 6..<8: byteCount - 1 - next(min(byteCount, 64 << 10))
    default: next(byteCount)
    }
  }
}
