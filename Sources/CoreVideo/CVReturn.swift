/// The result of a function of Core Video.
public typealias CVReturn = Int32

/// Success.
public var kCVReturnSuccess: CVReturn { 0 }
/// An error without further details.
public var kCVReturnError: CVReturn { -6660 }
/// An argument is invalid.
public var kCVReturnInvalidArgument: CVReturn { -6661 }
/// There is not enough memory.
public var kCVReturnAllocationFailed: CVReturn { -6662 }
/// The pixel format is unsupported.
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
/// The size is invalid.
public var kCVReturnInvalidSize: CVReturn { -6681 }

/// The bits of options.
public typealias CVOptionFlags = UInt64

/// The bits of times.
public struct CVTimeFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int32

  /// Makes options of their bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The time has no value.
  public static let isIndefinite = CVTimeFlags(rawValue: 1)
}

/// A time as a fraction of seconds.
public struct CVTime: Sendable, Equatable {
  /// The numerator.
  public var timeValue: Int64
  /// The denominator.
  public var timeScale: Int32
  /// The bits of ``CVTimeFlags``.
  public var flags: Int32

  /// Makes a time of 0 units.
  public init() { self.init(timeValue: 0, timeScale: 0, flags: 0) }

  /// Makes a time.
  public init(timeValue: Int64, timeScale: Int32, flags: Int32) {
    (self.timeValue, self.timeScale, self.flags) = (timeValue, timeScale, flags)
  }
}

/// The time 0.
public let kCVZeroTime = CVTime(timeValue: 0, timeScale: 1, flags: 0)
/// A time without a value.
public let kCVIndefiniteTime = CVTime(
  timeValue: 0, timeScale: 0, flags: CVTimeFlags.isIndefinite.rawValue)
