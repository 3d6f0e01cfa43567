/// Logs messages with values in them.
///
/// Where they go is told at ``OSLog``.
public struct Logger: Sendable {
  private let log: OSLog

  /// Logs what comes from nowhere in particular.
  public init() {
    log = .default
  }

  /// Logs what comes from a part of a program.
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Logs what comes from a place that is there already.
  public init(_ logObj: OSLog) {
    log = logObj
  }

  /// Logs a message of a type.
  public func log(level: OSLogType, _ message: OSLogMessage) {
    log.write(message.message, type: level)
  }

  /// Logs a message that helps to find a fault.
  public func log(_ message: OSLogMessage) { log(level: .default, message) }
  /// Logs a message that its author wants to see.
  public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
  /// Logs a message that its author wants to see.
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
  /// Logs a message that helps, but is not needed.
  public func info(_ message: OSLogMessage) { log(level: .info, message) }
  /// Logs a message that helps to find a fault.
  public func notice(_ message: OSLogMessage) { log(level: .default, message) }
  /// Logs that something is not as it should be.
  public func warning(_ message: OSLogMessage) { log(level: .error, message) }
  /// Logs that something failed.
  public func error(_ message: OSLogMessage) { log(level: .error, message) }
  /// Logs that the program is wrong.
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
  /// Logs that the program is wrong.
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
