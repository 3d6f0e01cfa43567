public import CCoreMedia

extension CMTimeRange {
  /// Creates the range from a time to a later one.
  ///
  /// - Parameters:
  ///   - start: The start.
  ///   - end: The first time after the range.
  public init(start: CMTime, end: CMTime) {
    self = CMTimeRangeFromTimeToTime(start: start, end: end)
  }

  /// Whether both members are valid, and the duration is not negative and in epoch 0.
  public var isValid: Bool { CMTIMERANGE_IS_VALID(self) }

  /// Whether the range is valid, and a member is indefinite.
  public var isIndefinite: Bool { CMTIMERANGE_IS_INDEFINITE(self) }

  /// Whether the range is valid, and its duration is 0.
  public var isEmpty: Bool { CMTIMERANGE_IS_EMPTY(self) }

  /// The first time after the range.
  public var end: CMTime { CMTimeRangeGetEnd(self) }

  /// Returns the smallest range that contains both ranges.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetUnion(self, otherRange: otherRange)
  }

  /// Returns the range that both ranges share; an empty one if they share no time.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }

  /// Returns whether a time is at or after the start and before the end.
  public func containsTime(_ time: CMTime) -> Bool {
    CMTimeRangeContainsTime(self, time: time)
  }

  /// Returns whether the range contains another range.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    CMTimeRangeContainsTimeRange(self, otherRange: range)
  }
}

extension CMTimeRange: @retroactive Equatable {
  /// Returns whether two ranges have the same start and the same duration.
  public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
    CMTimeRangeEqual(range1, range2)
  }
}

extension CMTimeRange: @retroactive Hashable {
  /// Adds the start and the duration to a hash, whatever their timescales.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(duration)
  }
}

// MARK: - Names of the C macros

/// Returns whether both members of a range are valid, and the duration is not negative and in
/// epoch 0.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool {
  range.start.isValid && range.duration.isValid && range.duration.epoch == 0
    && range.duration.value >= 0
}

/// Returns whether a range is not valid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool {
  !CMTIMERANGE_IS_VALID(range)
}

/// Returns whether a range is valid, and a member is indefinite.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool {
  CMTIMERANGE_IS_VALID(range) && (range.start.isIndefinite || range.duration.isIndefinite)
}

/// Returns whether a range is valid, and its duration is 0.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool {
  CMTIMERANGE_IS_VALID(range) && range.duration == .zero
}
