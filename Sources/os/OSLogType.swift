/// How much a message matters, and so where it goes.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number that C has for it.
  public var rawValue: UInt8

  /// Makes a type of the number that C has for it.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Makes a type of the number that C has for it.
  public init(_ rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// What helps to find a fault.
  ///
  /// Goes to the system's log.
  public static let `default` = OSLogType(rawValue: UInt8(OS_LOG_TYPE_DEFAULT))
  /// What helps, but is not needed.
  ///
  /// Shown on request only.
  public static let info = OSLogType(rawValue: UInt8(OS_LOG_TYPE_INFO))
  /// What its author wants to see.
  ///
  /// Shown on request only.
  public static let debug = OSLogType(rawValue: UInt8(OS_LOG_TYPE_DEBUG))
  /// Something failed.
  ///
  /// Goes to the system's log and to standard error.
  public static let error = OSLogType(rawValue: UInt8(OS_LOG_TYPE_ERROR))
  /// The program is wrong.
  ///
  /// Goes to the system's log and to standard error.
  public static let fault = OSLogType(rawValue: UInt8(OS_LOG_TYPE_FAULT))

  /// The type in words.
  var name: String {
    switch self {
    case .default: "default"
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "type \(rawValue)"
    }
  }
}
