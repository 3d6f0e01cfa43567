internal import CCoreMedia

/// Creates a range.
///
/// - Parameters:
///   - start: The start.
///   - duration: The duration. The range is invalid if the duration is negative or
///     not in epoch 0.
/// - Returns: The range.
@c @implementation
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Creates the range from a time to a later one.
///
/// - Parameters:
///   - start: The start.
///   - end: The first time after the range.
/// - Returns: The range; an invalid one if `end` is before `start` or in another epoch.
@c @implementation
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: CMTimeSubtract(end, start))
}

/// Returns the smallest range that contains two ranges.
///
/// - Parameters:
///   - range: A range.
///   - otherRange: Another range, whose start is in the same epoch.
/// - Returns: The range from the earlier start to the later end; an invalid one if a range is
///   invalid, or if the epochs differ.
@c @implementation
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isCompatible(with: otherRange) else { return .invalid }
  return CMTimeRangeFromTimeToTime(
    start: CMTimeMinimum(range.start, otherRange.start),
    end: CMTimeMaximum(range.end, otherRange.end))
}

/// Returns the range that two ranges share.
///
/// - Parameters:
///   - range: A range.
///   - otherRange: Another range, whose start is in the same epoch.
/// - Returns: The range from the later start to the earlier end; `CMTimeRange.zero` if the ranges
///   share no time; an invalid range if a range is invalid, or if the epochs differ.
@c @implementation
public func CMTimeRangeGetIntersection(
  _ range: CMTimeRange, otherRange: CMTimeRange
) -> CMTimeRange {
  guard range.isCompatible(with: otherRange) else { return .invalid }
  let start = CMTimeMaximum(range.start, otherRange.start)
  let end = CMTimeMinimum(range.end, otherRange.end)
  return start < end ? CMTimeRangeFromTimeToTime(start: start, end: end) : .zero
}

/// Returns whether two ranges have the same start and the same duration.
///
/// - Parameters:
///   - range1: A range.
///   - range2: Another range.
/// - Returns: Whether both are equal, whatever their timescales.
@c @implementation
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  range1.start == range2.start && range1.duration == range2.duration
}

/// Returns whether a range contains a time.
///
/// - Parameters:
///   - range: The range. Its end is outside.
///   - time: The time.
/// - Returns: Whether the time is at or after the start and before the end.
@c @implementation
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.isValid && range.start <= time && time < range.end
}

/// Returns whether a range contains another range.
///
/// - Parameters:
///   - range: The range.
///   - otherRange: The range that may be inside.
/// - Returns: Whether both are valid, and the other range starts and ends inside.
@c @implementation
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.isCompatible(with: otherRange) && range.start <= otherRange.start
    && otherRange.end <= range.end
}

/// Returns the end of a range.
///
/// - Parameter range: The range.
/// - Returns: The first time after the range; an invalid time if the range is invalid.
@c @implementation
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime {
  range.isValid ? CMTimeAdd(range.start, range.duration) : .invalid
}

extension CMTimeRange {
  /// Whether both ranges are valid and start in the same timeline.
  fileprivate func isCompatible(with other: CMTimeRange) -> Bool {
    guard isValid, other.isValid else { return false }
    return start.kind != .number || other.start.kind != .number || start.epoch == other.start.epoch
  }
}
