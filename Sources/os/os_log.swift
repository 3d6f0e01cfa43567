/// Logs a message.
///
/// On Linux the arguments may be any values, not only those that C could take.
///
/// - Parameters:
///   - message: A format: that of printf, with objects (`%@`) and notes (`%{public}@`).
///   - dso: Not used on Linux.
///   - log: Where the message comes from.
///   - type: How much it matters, and so where it goes.
///   - args: The values that the format asks for.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  type: OSLogType = .default, _ args: Any...
) {
  guard log.isEnabled(type: type) else { return }
  log.write(LogFormat.message("\(message)", args), type: type)
}

/// Logs a message of a type.
///
/// - Parameters:
///   - type: How much it matters, and so where it goes.
///   - dso: Not used on Linux.
///   - log: Where the message comes from.
///   - message: A format: that of printf, with objects (`%@`) and notes (`%{public}@`).
///   - args: The values that the format asks for.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  _ message: StaticString, _ args: Any...
) {
  guard log.isEnabled(type: type) else { return }
  log.write(LogFormat.message("\(message)", args), type: type)
}

/// Logs a message with values in it.
///
/// - Parameters:
///   - message: The message.
///   - dso: Not used on Linux.
///   - log: Where the message comes from.
@_disfavoredOverload
public func os_log(
  _ message: OSLogMessage, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default
) {
  log.write(message.message, type: .default)
}

/// Logs a message of a type with values in it.
///
/// - Parameters:
///   - type: How much it matters, and so where it goes.
///   - dso: Not used on Linux.
///   - log: Where the message comes from.
///   - message: The message.
@_disfavoredOverload
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  _ message: OSLogMessage
) {
  log.write(message.message, type: type)
}
