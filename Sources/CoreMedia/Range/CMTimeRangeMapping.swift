internal import CCoreMedia

/// Maps a time linearly, so that one range becomes another.
///
/// - Parameters:
///   - t: The time.
///   - fromRange: The range that becomes `toRange`.
///   - toRange: The range that `fromRange` becomes.
/// - Returns: The mapped time, which may be outside of `toRange`. It is invalid if a range is
///   invalid or empty, or if the time is in another epoch than the start of `fromRange`. If both
///   durations are equal, also if infinite, the time moves by the difference of the starts.
@c @implementation
public func CMTimeMapTimeFromRangeToRange(
  _ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else {
    return .invalid
  }
  guard t.kind != .number || t.epoch == fromRange.start.epoch else { return .invalid }
  if t == fromRange.start { return toRange.start }
  if t == fromRange.end, t.kind == .number { return toRange.end }
  let offset = scaled(CMTimeSubtract(t, fromRange.start), fromRange.duration, toRange.duration)
  return CMTimeAdd(offset, toRange.start)
}

/// Scales a duration by the ratio of the durations of two ranges.
///
/// - Parameters:
///   - dur: The duration, in epoch 0.
///   - fromRange: The range whose duration becomes that of `toRange`.
///   - toRange: The range that `fromRange` becomes.
/// - Returns: The scaled duration. It is invalid if a range is invalid or empty, or if the duration
///   is in another epoch than 0. It is unchanged if both ranges are infinitely long.
@c @implementation
public func CMTimeMapDurationFromRangeToRange(
  _ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else {
    return .invalid
  }
  guard dur.kind != .number || dur.epoch == 0 else { return .invalid }
  return scaled(dur, fromRange.duration, toRange.duration)
}

/// Returns a duration times the ratio of two durations that are greater than 0.
private func scaled(_ duration: CMTime, _ old: CMTime, _ new: CMTime) -> CMTime {
  if old == new || duration.kind != .number { return duration }
  if [old.kind, new.kind].contains(.indefinite) { return .indefinite }
  guard old.kind == .number, new.kind == .number else { return .invalid }
  let product =
    ExactFraction(secondsOf: duration)
    * (ExactFraction(secondsOf: new) * ExactFraction(secondsOf: old).reciprocal)
  let isRounded = [duration, old, new].contains { $0.flags.contains(.hasBeenRounded) }
  return product.time(
    timescale: product.timescale(preferred: [duration.timescale, new.timescale]), epoch: 0,
    hasBeenRounded: isRounded)
}

/// Returns the time in a range that is closest to a time.
///
/// - Parameters:
///   - time: The time.
///   - range: The range.
/// - Returns: The time if it is inside; otherwise, the start or the end of the range. The result is
///   invalid if the time is invalid, or if the range is invalid or empty.
@c @implementation
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.kind != .invalid, range.isValid, !range.isEmpty else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Returns the time in a range that differs from a time by a multiple of the range's duration.
///
/// - Parameters:
///   - time: The time.
///   - foldRange: The range, such as that of a loop.
/// - Returns: A time at or after the start and before the end. It is invalid if the time is not a
///   number, or if the range is invalid or empty. In an infinite range, it is the time itself.
@c @implementation
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.kind == .number, foldRange.isValid, !foldRange.isEmpty else { return .invalid }
  if foldRange.containsTime(time) { return time }
  let offset = CMTimeSubtract(time, foldRange.start)
  guard offset.kind == .number, foldRange.duration.kind == .number else { return .invalid }
  return CMTimeAdd(foldRange.start, remainder(offset, dividingBy: foldRange.duration))
}

/// Returns the remainder of a division by a positive time, from 0 to less than that time.
private func remainder(_ time: CMTime, dividingBy divisor: CMTime) -> CMTime {
  // Both products have at most 94 bits.
  let units = Int128(divisor.value) * Int128(time.timescale)
  let rest = (Int128(time.value) * Int128(divisor.timescale)) % units
  let scale = UInt128(time.timescale.magnitude) * UInt128(divisor.timescale.magnitude)
  let fraction = ExactFraction(rest < 0 ? rest + units : rest, over: scale)
  let isRounded = time.flags.union(divisor.flags).contains(.hasBeenRounded)
  return fraction.time(
    timescale: fraction.timescale(preferred: [time.timescale, divisor.timescale]), epoch: 0,
    hasBeenRounded: isRounded)
}

extension ExactFraction {
  /// Chooses the timescale of a time.
  ///
  /// - Parameter preferred: Timescales that come first, alone and as their least common multiple.
  /// - Returns: A timescale in which the value is exact; otherwise, the greatest timescale.
  fileprivate func timescale(preferred: [CMTimeScale]) -> CMTimeScale {
    let common = preferred.reduce(1 as UInt64) { multiple, timescale in
      let next = UInt64(timescale.magnitude)
      return multiple / greatestCommonDivisor(multiple, next) * next
    }
    let reduced = denominator / greatestCommonDivisor(magnitude, denominator)
    let candidates =
      preferred
      + [CMTimeScale(exactly: common), CMTimeScale(exactly: reduced)]
      .compactMap(\.self)
    return candidates.first { rounded(timescale: $0)?.isExact == true } ?? .max
  }
}
