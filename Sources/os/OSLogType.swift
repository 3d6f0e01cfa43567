/// The importance of a message, which determines its destinations.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The corresponding C value.
  public var rawValue: UInt8

  /// Creates a type from the corresponding C value.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a type from the corresponding C value.
  public init(_ rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A message that helps to diagnose problems.
  ///
  /// Goes to the system log.
  public static let `default` = OSLogType(rawValue: 0x00)
  /// A helpful but nonessential message.
  ///
  /// Shown only on request.
  public static let info = OSLogType(rawValue: 0x01)
  /// A message for development.
  ///
  /// Shown only on request.
  public static let debug = OSLogType(rawValue: 0x02)
  /// A message about a failure.
  ///
  /// Goes to the system log and to standard error.
  public static let error = OSLogType(rawValue: 0x10)
  /// A message about a bug in the program.
  ///
  /// Goes to the system log and to standard error.
  public static let fault = OSLogType(rawValue: 0x11)

  /// The name of the type.
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
