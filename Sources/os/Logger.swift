/// Logs messages with interpolated values.
///
/// For the destinations of messages, see ``OSLog``.
public struct Logger: Sendable {
  private let log: OSLog

  /// Creates a logger without a subsystem and category.
  public init() {
    log = .default
  }

  /// Creates a logger for a subsystem and category.
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Creates a logger for an existing log.
  public init(_ logObj: OSLog) {
    log = logObj
  }

  /// Logs a message of a type.
  public func log(level: OSLogType, _ message: OSLogMessage) {
    log.write(message.message, type: level)
  }

  /// Logs a message that helps to diagnose problems.
  public func log(_ message: OSLogMessage) { log(level: .default, message) }
  /// Logs a message for development.
  public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
  /// Logs a message for development.
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
  /// Logs a helpful but nonessential message.
  public func info(_ message: OSLogMessage) { log(level: .info, message) }
  /// Logs a message that helps to diagnose problems.
  public func notice(_ message: OSLogMessage) { log(level: .default, message) }
  /// Logs a message about an unexpected condition.
  public func warning(_ message: OSLogMessage) { log(level: .error, message) }
  /// Logs a message about a failure.
  public func error(_ message: OSLogMessage) { log(level: .error, message) }
  /// Logs a message about a bug in the program.
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
  /// Logs a message about a bug in the program.
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
