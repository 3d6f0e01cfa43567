internal import CCoreMedia

/// Multiplies a time by an integer.
///
/// - Parameters:
///   - time: The time.
///   - multiplier: The integer.
/// - Returns: The product in the timescale of the time, which is halved until the value fits. An
///   infinite time stays infinite.
@c @implementation
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  guard time.kind == .number else { return time.infiniteProduct(Float64(multiplier)) }
  return ExactFraction(
    Int128(time.value) * Int128(multiplier), over: UInt128(time.timescale.magnitude)
  ).product(time, timescale: UInt128(time.timescale.magnitude))
}

/// Multiplies a time by a fraction.
///
/// - Parameters:
///   - time: The time.
///   - multiplier: The numerator.
///   - divisor: The denominator.
/// - Returns: The product. Its timescale is that of the time times the denominator. If this does
///   not fit, the fraction is reduced first. The timescale is then limited, and halved until the
///   value fits. A denominator of 0 makes the product infinite, or invalid if the time or the
///   numerator is 0.
@c @implementation
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard time.kind == .number, divisor != 0 else {
    return time.infiniteProduct(Float64(multiplier) / Float64(divisor))
  }
  let numerator = Int128(time.value) * Int128(multiplier)
  let timescale = UInt128(time.timescale.magnitude) * UInt128(divisor.magnitude)
  let product = ExactFraction(divisor < 0 ? -numerator : numerator, over: timescale)
  if timescale <= UInt128(CMTimeScale.max) { return product.product(time, timescale: timescale) }
  let common = greatestCommonDivisor(product.magnitude, timescale)
  return product.product(time, timescale: timescale / common)
}

/// Multiplies a time by a number.
///
/// - Parameters:
///   - time: The time.
///   - multiplier: The number. The product is invalid if the number is NaN.
/// - Returns: The product, in nanoseconds if its value in nanoseconds is exact. Otherwise, the
///   function doubles the time's timescale until it is at least 65,536. If the product is exact in
///   this timescale, the result has it. Otherwise, the product is rounded to nanoseconds. If the
///   value overflows, the timescale is halved until the value fits.
@c @implementation
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  guard time.kind == .number, multiplier.isFinite else { return time.infiniteProduct(multiplier) }
  let product = ExactFraction(secondsOf: time) * ExactFraction(multiplier)
  var doubled = time.timescale
  while doubled < 1 << 16 { doubled *= 2 }
  let nanoseconds: CMTimeScale = 1_000_000_000
  let exact = [nanoseconds, doubled].first { product.rounded(timescale: $0)?.isExact == true }
  return product.product(time, timescale: UInt128((exact ?? nanoseconds).magnitude))
}

extension ExactFraction {
  /// Creates a fraction from a finite number.
  ///
  /// A number too large for any time becomes another number that is too large. Bits below 2^-127
  /// are lost.
  init(_ number: Float64) {
    let isSubnormal = number.exponentBitPattern == 0
    let integer = UInt128(number.significandBitPattern | (isSubnormal ? 0 : 1 << 52))
    // The number is this integer times a power of 2.
    let exponent = Int(max(1, number.exponentBitPattern)) - 1023 - 52
    let excess = max(0, -exponent - 127)
    self.init(
      isNegative: number < 0, magnitude: (integer << max(0, min(exponent, 75))) >> excess,
      denominator: 1 << max(0, -exponent - excess))
    isExact = integer & ((1 << UInt128(excess)) &- 1) == 0
  }

  /// Returns a time in the epoch of an operand.
  fileprivate func product(_ operand: CMTime, timescale: UInt128) -> CMTime {
    time(
      timescale: CMTimeScale(clamping: timescale), epoch: operand.epoch,
      hasBeenRounded: operand.flags.contains(.hasBeenRounded))
  }
}

extension CMTime {
  /// Returns the product of the time and a number if one of them is not finite.
  fileprivate func infiniteProduct(_ multiplier: Float64) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    switch kind {
    case .number:
      if value == 0 { return .invalid }
      return (value < 0) == (multiplier < 0) ? .positiveInfinity : .negativeInfinity
    case .positiveInfinity, .negativeInfinity:
      return CMTime(multiplier < 0 ? kind.negated : kind)
    case .indefinite, .invalid:
      return CMTime(kind)
    }
  }
}
