public import CCoreMedia

extension CMTime {
  /// Creates a time from seconds, rounded toward zero.
  ///
  /// - Parameters:
  ///   - seconds: The seconds.
  ///   - preferredTimescale: The timescale, which is halved until the value fits.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
  }

  /// Creates a time of `value / timescale` seconds in epoch 0.
  ///
  /// - Parameters:
  ///   - value: The number of units.
  ///   - timescale: The number of units per second. The time is invalid if the timescale is
  ///     not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self = CMTimeMake(value: value, timescale: timescale)
  }

  /// Whether the time is valid: a number, infinite, or indefinite.
  public var isValid: Bool { CMTIME_IS_VALID(self) }

  /// Whether the time is positive infinity.
  public var isPositiveInfinity: Bool { CMTIME_IS_POSITIVEINFINITY(self) }

  /// Whether the time is negative infinity.
  public var isNegativeInfinity: Bool { CMTIME_IS_NEGATIVEINFINITY(self) }

  /// Whether the time is valid, but unknown.
  public var isIndefinite: Bool { CMTIME_IS_INDEFINITE(self) }

  /// Whether the time is a number.
  public var isNumeric: Bool { CMTIME_IS_NUMERIC(self) }

  /// Whether the time is a number that has been rounded.
  public var hasBeenRounded: Bool { CMTIME_HAS_BEEN_ROUNDED(self) }

  /// The seconds; an infinity for an infinite time; NaN for invalid and indefinite times.
  public var seconds: Double { CMTimeGetSeconds(self) }

  /// Returns the time in a timescale.
  ///
  /// - Parameters:
  ///   - newTimescale: The timescale.
  ///   - method: The rounding of the value.
  /// - Returns: The time, marked as rounded if the conversion changes its value.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }

  /// Adds two times.
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime {
    CMTimeAdd(addend1, addend2)
  }

  /// Subtracts a time from another.
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime {
    CMTimeSubtract(minuend, subtrahend)
  }
}

// MARK: - Names of the C macros

/// Returns whether a time is valid: a number, infinite, or indefinite.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool {
  time.flags.contains(.valid)
}

/// Returns whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool {
  !CMTIME_IS_VALID(time)
}

/// Returns whether a time is positive infinity.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool {
  time.flags.isSuperset(of: [.valid, .positiveInfinity])
}

/// Returns whether a time is negative infinity.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool {
  time.flags.isSuperset(of: [.valid, .negativeInfinity])
}

/// Returns whether a time is valid, but unknown.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool {
  time.flags.isSuperset(of: [.valid, .indefinite])
}

/// Returns whether a time is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool {
  time.flags.intersection([.valid, .impliedValueFlagsMask]) == .valid
}

/// Returns whether a time is a number that has been rounded.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool {
  CMTIME_IS_NUMERIC(time) && time.flags.contains(.hasBeenRounded)
}
