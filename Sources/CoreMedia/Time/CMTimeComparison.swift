internal import CCoreMedia

/// Compares two times.
///
/// The order is negative infinity, numbers, indefinite, positive infinity, invalid. A number in a
/// greater epoch is greater, whatever its value.
///
/// - Parameters:
///   - time1: A time.
///   - time2: Another time.
/// - Returns: -1 if the first time is less, 0 if both are equal, 1 if the first time is greater.
@c @implementation
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  let (first, second) = (time1.kind, time2.kind)
  guard first == .number, second == .number else { return order(first.rawValue, second.rawValue) }
  guard time1.epoch == time2.epoch else { return order(time1.epoch, time2.epoch) }
  return order(
    Int128(time1.value) * Int128(time2.timescale), Int128(time2.value) * Int128(time1.timescale))
}

private func order<Value: Comparable>(_ first: Value, _ second: Value) -> Int32 {
  first < second ? -1 : first == second ? 0 : 1
}

/// Returns the lesser of two times.
///
/// - Parameters:
///   - time1: A time.
///   - time2: Another time.
/// - Returns: The lesser time; the first one if both are equal.
@c @implementation
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

/// Returns the greater of two times.
///
/// - Parameters:
///   - time1: A time.
///   - time2: Another time.
/// - Returns: The greater time; the first one if both are equal.
@c @implementation
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

/// Returns a time without its sign.
///
/// - Parameter time: The time.
/// - Returns: The absolute value, in the timescale of the time if it fits.
@c @implementation
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  guard time.kind == .number else {
    return time.kind == .negativeInfinity ? .positiveInfinity : CMTime(time.kind)
  }
  guard time.value < 0 else { return time }
  var seconds = ExactFraction(secondsOf: time)
  seconds.isNegative = false
  return seconds.time(
    timescale: time.timescale, epoch: time.epoch,
    hasBeenRounded: time.flags.contains(.hasBeenRounded))
}

extension CMTime: @retroactive Comparable {
  /// Returns whether two times are equal, such as 1/2 and 2/4.
  public static func == (time1: CMTime, time2: CMTime) -> Bool {
    CMTimeCompare(time1, time2) == 0
  }

  /// Returns whether a time is less than another.
  public static func < (time1: CMTime, time2: CMTime) -> Bool {
    CMTimeCompare(time1, time2) < 0
  }

  /// Returns whether a time is less than or equal to another.
  public static func <= (time1: CMTime, time2: CMTime) -> Bool {
    CMTimeCompare(time1, time2) <= 0
  }

  /// Returns whether a time is greater than another.
  public static func > (time1: CMTime, time2: CMTime) -> Bool {
    CMTimeCompare(time1, time2) > 0
  }

  /// Returns whether a time is greater than or equal to another.
  public static func >= (time1: CMTime, time2: CMTime) -> Bool {
    CMTimeCompare(time1, time2) >= 0
  }
}

extension CMTime: @retroactive Hashable {
  /// Adds the instant to a hash, whatever its timescale.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard kind == .number else { return }
    let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale.magnitude))
    hasher.combine(value < 0)
    hasher.combine(value.magnitude / divisor)
    hasher.combine(UInt64(timescale.magnitude) / divisor)
    hasher.combine(epoch)
  }
}
