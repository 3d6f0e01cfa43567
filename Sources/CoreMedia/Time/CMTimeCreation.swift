internal import CCoreMedia

/// Creates a time in epoch 0.
///
/// - Parameters:
///   - value: The number of units.
///   - timescale: The number of units per second.
/// - Returns: The time; an invalid one if the timescale is not positive.
@c @implementation
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 0)
}

/// Creates a time.
///
/// - Parameters:
///   - value: The number of units.
///   - timescale: The number of units per second.
///   - epoch: The timeline, such as the number of a loop.
/// - Returns: The time; an invalid one if the timescale is not positive.
@c @implementation
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  guard timescale > 0 else { return .invalid }
  return CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// Creates a time from seconds, rounded toward zero.
///
/// - Parameters:
///   - seconds: The seconds. An infinity makes an infinite time, and NaN makes 0.
///   - preferredTimescale: The timescale, which is halved until the value fits.
/// - Returns: The time, marked as rounded if it differs from the seconds; an invalid time if the
///   timescale is not positive.
@c @implementation
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  guard preferredTimescale > 0 else { return .invalid }
  guard !seconds.isNaN else {
    return CMTime(
      value: 0, timescale: preferredTimescale, flags: [.valid, .hasBeenRounded], epoch: 0)
  }
  var timescale = preferredTimescale
  while timescale > 0 {
    if let value = Int64(exactly: (seconds * Float64(timescale)).rounded(.towardZero)) {
      let isExact = Float64(value) / Float64(timescale) == seconds
      return CMTime(
        value: value, timescale: timescale, flags: isExact ? .valid : [.valid, .hasBeenRounded],
        epoch: 0)
    }
    timescale /= 2
  }
  return seconds < 0 ? .negativeInfinity : .positiveInfinity
}

/// Returns a time in seconds.
///
/// - Parameter time: The time.
/// - Returns: The seconds; an infinity for an infinite time; NaN for invalid and indefinite times.
@c @implementation
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
  switch time.kind {
  case .number: Float64(time.value) / Float64(time.timescale)
  case .positiveInfinity: .infinity
  case .negativeInfinity: -.infinity
  case .indefinite, .invalid: .nan
  }
}

/// Converts a time to a timescale.
///
/// - Parameters:
///   - time: The time. Only numbers change.
///   - newTimescale: The timescale.
///   - method: The rounding of the value.
/// - Returns: The time, marked as rounded if the conversion changes its value; infinity if the
///   value overflows; an invalid time if the timescale is not positive.
@c @implementation
public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
  guard newTimescale > 0 else { return .invalid }
  guard time.kind == .number else { return CMTime(time.kind) }
  var result = time
  result.timescale = newTimescale
  if newTimescale == time.timescale { return result }
  let seconds = ExactFraction(secondsOf: time)
  guard
    let rounded = seconds.rounded(
      timescale: newTimescale, method.rounding(from: time.timescale, to: newTimescale))
  else { return seconds.isNegative ? .negativeInfinity : .positiveInfinity }
  let isVanished = method == .quickTime && rounded.value == 0 && seconds.isNegative
  result.value = isVanished ? -1 : rounded.value
  if !rounded.isExact { result.flags.insert(.hasBeenRounded) }
  return result
}

extension CMTimeRoundingMethod {
  /// Returns the direction of rounding for a conversion; half away from zero for unknown methods.
  fileprivate func rounding(from old: CMTimeScale, to new: CMTimeScale) -> ExactFraction.Rounding {
    switch self {
    case .roundTowardZero: .towardZero
    case .roundAwayFromZero: .awayFromZero
    case .quickTime: new < old ? .towardZero : .awayFromZero
    case .roundTowardPositiveInfinity: .up
    case .roundTowardNegativeInfinity: .down
    default: .halfAwayFromZero
    }
  }
}
