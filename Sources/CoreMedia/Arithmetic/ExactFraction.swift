internal import CCoreMedia

/// The exact result of a calculation with times, before it is rounded to a timescale.
///
/// No operation traps if the denominator is positive.
struct ExactFraction {
  var isNegative: Bool
  /// The absolute value of the numerator.
  var magnitude: UInt128
  var denominator: UInt128
  /// Whether no bits of the result have been lost.
  var isExact = true

  init(isNegative: Bool, magnitude: UInt128, denominator: UInt128) {
    self.isNegative = isNegative
    self.magnitude = magnitude
    self.denominator = denominator
  }

  /// Creates a fraction from a signed numerator.
  init(_ numerator: Int128, over denominator: UInt128) {
    self.init(
      isNegative: numerator < 0, magnitude: numerator.magnitude, denominator: denominator)
  }

  /// Creates the seconds of a time that is a number.
  init(secondsOf time: CMTime) {
    self.init(Int128(time.value), over: UInt128(time.timescale.magnitude))
  }

  // MARK: Multiplication

  /// Multiplies two fractions, and drops low bits of both parts if one overflows.
  static func * (first: ExactFraction, second: ExactFraction) -> ExactFraction {
    let left = greatestCommonDivisor(first.magnitude, second.denominator)
    let right = greatestCommonDivisor(second.magnitude, first.denominator)
    let top = (first.magnitude / left).multipliedFullWidth(by: second.magnitude / right)
    let bottom = (first.denominator / right).multipliedFullWidth(by: second.denominator / left)
    let excess =
      UInt128.bitWidth
      - min(
        top.high.leadingZeroBitCount, bottom.high.leadingZeroBitCount)
    let (magnitude, isTopExact) = shifted(top, right: excess)
    let (denominator, isBottomExact) = shifted(bottom, right: excess)
    var product = ExactFraction(
      isNegative: first.isNegative != second.isNegative, magnitude: magnitude,
      denominator: max(1, denominator))
    product.isExact = first.isExact && second.isExact && isTopExact && isBottomExact
    return product
  }

  /// The reciprocal of a fraction that is not 0.
  var reciprocal: ExactFraction {
    var result = ExactFraction(
      isNegative: isNegative, magnitude: denominator, denominator: max(1, magnitude))
    result.isExact = isExact
    return result
  }

  private static func shifted(
    _ number: (high: UInt128, low: UInt128.Magnitude), right bits: Int
  ) -> (result: UInt128, isExact: Bool) {
    guard bits > 0 else { return (number.low, true) }
    let lost = number.low & ((1 << UInt128(bits)) &- 1)
    return (number.high << (UInt128.bitWidth - bits) | number.low >> bits, lost == 0)
  }

  // MARK: Rounding

  /// The direction in which a value is rounded.
  enum Rounding {
    case halfAwayFromZero, towardZero, awayFromZero, up, down
  }

  /// A value, and whether it differs from the fraction.
  struct Rounded {
    var value: Int64
    var isExact: Bool
  }

  /// Returns the value for a timescale, or nil if it overflows.
  func rounded(timescale: CMTimeScale, _ rounding: Rounding = .halfAwayFromZero) -> Rounded? {
    let product = magnitude.multipliedFullWidth(by: UInt128(timescale.magnitude))
    guard product.high < denominator else { return nil }
    let (quotient, remainder) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: denominator)
      : denominator.dividingFullWidth(product)
    guard quotient <= UInt128(Int64.max) + 1 else { return nil }
    let isLarger = remainder != 0 && isRoundedAway(remainder, rounding)
    let result = Int128(quotient) + (isLarger ? 1 : 0)
    guard let value = Int64(exactly: isNegative ? -result : result) else { return nil }
    return Rounded(value: value, isExact: isExact && remainder == 0)
  }

  private func isRoundedAway(_ remainder: UInt128, _ rounding: Rounding) -> Bool {
    switch rounding {
    case .halfAwayFromZero: remainder >= denominator - remainder
    case .towardZero: false
    case .awayFromZero: true
    case .up: !isNegative
    case .down: isNegative
    }
  }

  /// Returns a time, with a smaller timescale if the value would overflow.
  ///
  /// The timescale is halved until the value fits. A value that never fits becomes infinity.
  func time(timescale: CMTimeScale, epoch: CMTimeEpoch, hasBeenRounded: Bool) -> CMTime {
    var timescale = timescale
    while timescale > 0 {
      if let result = rounded(timescale: timescale) {
        let isRounded = hasBeenRounded || !result.isExact
        return CMTime(
          value: result.value, timescale: timescale,
          flags: isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
      }
      timescale /= 2
    }
    return isNegative ? .negativeInfinity : .positiveInfinity
  }
}

/// Returns the greatest number that divides both numbers; the other number if one is 0; 1 if both
/// are 0.
func greatestCommonDivisor<Number: FixedWidthInteger & UnsignedInteger>(
  _ first: Number, _ second: Number
) -> Number {
  var (first, second) = (first, second)
  while second != 0 {
    (first, second) = (second, first % second)
  }
  return max(first, 1)
}
