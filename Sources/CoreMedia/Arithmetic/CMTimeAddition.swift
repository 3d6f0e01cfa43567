internal import CCoreMedia

/// Adds two times.
///
/// - Parameters:
///   - lhs: A time.
///   - rhs: Another time.
/// - Returns: The sum. Its timescale is the least common multiple of both, but at most
///   `kCMTimeMaxTimescale`, and is halved until the value fits. The sum is invalid if an operand is
///   invalid, or if the operands are opposite infinities. It is also invalid if their epochs
///   differ, and neither epoch is 0. Otherwise, it is infinite if an operand is infinite, and
///   indefinite if an operand is indefinite.
@c @implementation
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  combination(lhs, rhs, isDifference: false)
}

/// Subtracts a time from another.
///
/// - Parameters:
///   - lhs: The time.
///   - rhs: The time to subtract.
/// - Returns: The difference, with the rules of `CMTimeAdd`. It is invalid for equal infinities.
@c @implementation
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  combination(lhs, rhs, isDifference: true)
}

private func combination(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime {
  if lhs.kind == .number, rhs.kind == .number {
    return numericCombination(lhs, rhs, isDifference: isDifference)
  }
  let kinds = [lhs.kind, isDifference ? rhs.kind.negated : rhs.kind]
  if kinds.contains(.invalid) { return .invalid }
  if kinds.contains(.positiveInfinity) {
    return kinds.contains(.negativeInfinity) ? .invalid : .positiveInfinity
  }
  return kinds.contains(.negativeInfinity) ? .negativeInfinity : .indefinite
}

private func numericCombination(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime {
  guard let epoch = commonEpoch(lhs.epoch, rhs.epoch) else { return .invalid }
  let isRounded = lhs.flags.union(rhs.flags).contains(.hasBeenRounded)
  if lhs.timescale == rhs.timescale {
    let (value, isOverflow) =
      isDifference
      ? lhs.value.subtractingReportingOverflow(rhs.value)
      : lhs.value.addingReportingOverflow(rhs.value)
    if !isOverflow {
      return CMTime(
        value: value, timescale: lhs.timescale,
        flags: isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
    }
  }
  let divisor = greatestCommonDivisor(lhs.timescale.magnitude, rhs.timescale.magnitude)
  let factors = (
    lhs: Int128(rhs.timescale.magnitude / divisor), rhs: Int128(lhs.timescale.magnitude / divisor)
  )
  // The products have at most 95 bits.
  let minuend = Int128(lhs.value) * factors.lhs
  let other = Int128(rhs.value) * factors.rhs
  let timescale = UInt128(lhs.timescale.magnitude) * UInt128(factors.lhs)
  let sum = ExactFraction(isDifference ? minuend - other : minuend + other, over: timescale)
  return sum.time(
    timescale: CMTimeScale(clamping: timescale), epoch: epoch, hasBeenRounded: isRounded)
}

/// Returns the epoch of the sum of two times, or nil if the times cannot be added.
///
/// A time in epoch 0 is a duration, which can be added to a time in any epoch. Two times in the
/// same epoch make a duration.
private func commonEpoch(_ first: CMTimeEpoch, _ second: CMTimeEpoch) -> CMTimeEpoch? {
  if first == second { return 0 }
  if first == 0 { return second }
  return second == 0 ? first : nil
}

extension CMTime.Kind {
  /// The kind of the time with the opposite sign.
  var negated: CMTime.Kind {
    switch self {
    case .negativeInfinity: .positiveInfinity
    case .positiveInfinity: .negativeInfinity
    case .number, .indefinite, .invalid: self
    }
  }
}
