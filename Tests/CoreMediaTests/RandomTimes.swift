import CoreMedia

/// A generator of times that gives the same ones every time (SplitMix64).
struct RandomTimes: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Any bits, often those of limits.
  mutating func integer<Value: FixedWidthInteger>() -> Value {
    let limits: [Value] = [0, 1, .max, .min, .max - 1, .min &+ 1, 2, 600]
    switch next() % 4 {
    case 0: return limits[Int(next() % 8)]
    case 1: return Value(truncatingIfNeeded: next() % 1000)
    default: return Value(truncatingIfNeeded: next()) >> Value(next() % UInt64(Value.bitWidth))
    }
  }

  /// A time of any bits.
  mutating func time() -> CMTime {
    let isValid = next() % 8 != 0
    let flags = CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: next() % 3 == 0 ? next() : 0))
    return CMTime(
      value: integer(), timescale: integer(),
      flags: isValid ? flags.union(.valid) : flags.subtracting(.valid),
      epoch: next() % 2 == 0 ? 0 : integer())
  }

  /// A time that is a number in epoch 0, whose members have at most some bits.
  mutating func number(bits: UInt64 = 63, scaleBits: UInt64 = 31) -> CMTime {
    let magnitude = Int64(truncatingIfNeeded: next() >> (64 - bits)) >> Int64(next() % bits)
    let scale = Int32(truncatingIfNeeded: next() >> (64 - scaleBits)) >> Int32(next() % scaleBits)
    return CMTime(
      value: next() % 2 == 0 ? magnitude : -magnitude, timescale: max(1, scale))
  }

  /// Any bits of a number, often of small or special ones.
  mutating func double() -> Double {
    switch next() % 4 {
    case 0: Double(bitPattern: next())
    case 1: [0, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1e19][Int(next() % 7)]
    default: Double.random(in: -1000...1000, using: &self)
    }
  }
}

/// The exact value of a time or of a result.
struct Fraction {
  var numerator: Int128
  var denominator: Int128

  init(_ numerator: Int128, over denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ time: CMTime) {
    self.init(Int128(time.value), over: Int128(time.timescale))
  }

  /// Whether a time is the fraction, rounded half away from zero to the timescale of the time.
  func isRounded(to time: CMTime) -> Bool {
    let exact = numerator * Int128(time.timescale)
    let (quotient, remainder) = exact.quotientAndRemainder(dividingBy: denominator)
    let away: Int128 = 2 * remainder.magnitude >= denominator.magnitude ? exact.signum() : 0
    return Int128(time.value) == quotient + away && time.hasBeenRounded == (remainder != 0)
  }
}
