/// The origin of messages: a subsystem of a program, and a category in it.
///
/// Linux has no unified log, so messages go to the usual places. Messages of type `default`,
/// `error`, and `fault` go to the system log, syslog(3). Messages of type `error` and `fault` also
/// go to standard error. If the environment variable `OS_ACTIVITY_DT_MODE` is set, as Xcode sets
/// it, all messages go to standard error only.
///
/// Other users may read the system log. It therefore shows strings and objects as `<private>`,
/// unless the format contains `%{public}@`. Standard error shows them unless the format contains
/// `%{private}@`.
public final class OSLog: Sendable {
  /// The log without a subsystem and category.
  public static let `default` = OSLog(subsystem: "", category: "")
  /// A log that discards all messages.
  public static let disabled = OSLog(subsystem: "", category: "", isDisabled: true)

  let subsystem: String
  let category: String
  private let isDisabled: Bool

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - subsystem: A name such as `org.example.player`.
  ///   - category: A part of the subsystem.
  public convenience init(subsystem: String, category: String) {
    self.init(subsystem: subsystem, category: category, isDisabled: false)
  }

  private init(subsystem: String, category: String, isDisabled: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isDisabled = isDisabled
  }

  /// Returns whether messages of a type are written.
  public func isEnabled(type: OSLogType) -> Bool {
    isEnabled(type: type, showsAll: LogDestination.showsAll)
  }

  func isEnabled(type: OSLogType, showsAll: Bool) -> Bool {
    !isDisabled && (showsAll || (type != .info && type != .debug))
  }

  /// Writes a message to the destinations of its type.
  func write(_ message: LogMessage, type: OSLogType) {
    guard isEnabled(type: type) else { return }
    LogDestination.write(message, type: type, log: self)
  }
}
