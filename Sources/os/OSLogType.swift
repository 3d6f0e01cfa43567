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
  public static let `default` = OSLogType(rawValue: 0x00)
  /// What helps, but is not needed.
  ///
  /// Shown on request only.
  public static let info = OSLogType(rawValue: 0x01)
  /// What its author wants to see.
  ///
  /// Shown on request only.
  public static let debug = OSLogType(rawValue: 0x02)
  /// Something failed.
  ///
  /// Goes to the system's log and to standard error.
  public static let error = OSLogType(rawValue: 0x10)
  /// The program is wrong.
  ///
  /// Goes to the system's log and to standard error.
  public static let fault = OSLogType(rawValue: 0x11)

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
