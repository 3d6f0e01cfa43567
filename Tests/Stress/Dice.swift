/// Repeatable random numbers for each seed.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// A random number of 64 bits.
  ///
  /// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014),
  /// SplitMix64.
  mutating func roll() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number below a bound.
  mutating func roll(_ bound: Int) -> Int { Int(roll() % UInt64(bound)) }

  mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[roll(things.count)] }

  /// True once in `count` times on average.
  mutating func isOne(in count: Int) -> Bool { roll(count) == 0 }
}
