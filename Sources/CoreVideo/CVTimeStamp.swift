/// A time of SMPTE, in hours, minutes, seconds and frames.
public struct CVSMPTETime: Hashable, Sendable {
  /// The subframes.
  public var subframes: Int16 = 0
  /// The number of subframes in a frame.
  public var subframeDivisor: Int16 = 0
  /// A count of frames.
  public var counter: UInt32 = 0
  /// The kind of frame rate.
  public var type: UInt32 = 0
  /// The valid parts.
  public var flags: UInt32 = 0
  /// The hours.
  public var hours: Int16 = 0
  /// The minutes.
  public var minutes: Int16 = 0
  /// The seconds.
  public var seconds: Int16 = 0
  /// The frames.
  public var frames: Int16 = 0

  /// Makes a time of zeros.
  public init() {}
}

/// The parts of a ``CVTimeStamp`` that are valid.
public struct CVTimeStampFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Makes flags from their bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// ``CVTimeStamp/videoTime`` is valid.
  public static let videoTimeValid = Self(rawValue: 1)
  /// ``CVTimeStamp/hostTime`` is valid.
  public static let hostTimeValid = Self(rawValue: 2)
  /// ``CVTimeStamp/smpteTime`` is valid.
  public static let smpteTimeValid = Self(rawValue: 4)
  /// ``CVTimeStamp/videoRefreshPeriod`` is valid.
  public static let videoRefreshPeriodValid = Self(rawValue: 8)
  /// ``CVTimeStamp/rateScalar`` is valid.
  public static let rateScalarValid = Self(rawValue: 16)
  /// The top field of an interlaced picture comes first.
  public static let topField = Self(rawValue: 65_536)
  /// The bottom field of an interlaced picture comes first.
  public static let bottomField = Self(rawValue: 131_072)
  /// Both times are valid.
  public static let videoHostTimeValid: Self = [.videoTimeValid, .hostTimeValid]
  /// The picture is interlaced.
  public static let isInterlaced: Self = [.topField, .bottomField]
}

/// A time at which a display shows a picture.
public struct CVTimeStamp: Hashable, Sendable {
  /// The version of this structure: 0.
  public var version: UInt32 = 0
  /// The units of ``videoTime`` in a second.
  public var videoTimeScale: Int32 = 0
  /// The start of a picture on the display.
  public var videoTime: Int64 = 0
  /// The time of the host in nanoseconds of the monotonic clock.
  public var hostTime: UInt64 = 0
  /// The rate of the display relative to its nominal rate.
  public var rateScalar: Double = 0
  /// The duration of a picture on the display.
  public var videoRefreshPeriod: Int64 = 0
  /// The time of SMPTE.
  public var smpteTime = CVSMPTETime()
  /// The valid parts, as in ``CVTimeStampFlags``.
  public var flags: UInt64 = 0
  /// Not used.
  public var reserved: UInt64 = 0

  /// Makes a time without valid parts.
  public init() {}
}
