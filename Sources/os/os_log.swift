/// Logs a message.
///
/// On Linux, the arguments may be any values, not only C types.
///
/// - Parameters:
///   - message: A `printf` format with objects (`%@`) and annotations (`%{public}@`).
///   - dso: Not used on Linux.
///   - log: The origin of the message.
///   - type: The importance of the message, which determines its destinations.
///   - args: The values for the format.
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
///   - type: The importance of the message, which determines its destinations.
///   - dso: Not used on Linux.
///   - log: The origin of the message.
///   - message: A `printf` format with objects (`%@`) and annotations (`%{public}@`).
///   - args: The values for the format.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  _ message: StaticString, _ args: Any...
) {
  guard log.isEnabled(type: type) else { return }
  log.write(LogFormat.message("\(message)", args), type: type)
}

/// Logs a message with interpolated values.
///
/// - Parameters:
///   - message: The message.
///   - dso: Not used on Linux.
///   - log: The origin of the message.
@_disfavoredOverload
public func os_log(
  _ message: OSLogMessage, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default
) {
  log.write(message.message, type: .default)
}

/// Logs a message of a type with interpolated values.
///
/// - Parameters:
///   - type: The importance of the message, which determines its destinations.
///   - dso: Not used on Linux.
///   - log: The origin of the message.
///   - message: The message.
@_disfavoredOverload
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  _ message: OSLogMessage
) {
  log.write(message.message, type: type)
}
