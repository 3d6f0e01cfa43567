/// Where messages come from: a subsystem of a program, and a category in it.
///
/// Linux has no unified log, so that messages go where they can be found there. Those of type
/// `default`, `error` and `fault` go to the system's log, syslog(3), as Apple's go to its own;
/// `error` and `fault` go to standard error too. With `OS_ACTIVITY_DT_MODE` set in the environment,
/// as Xcode sets it, all of every type go to standard error, and nothing goes elsewhere.
///
/// In the system's log, which others may read, strings and objects are `<private>` unless the
/// format says `%{public}@`. Standard error shows them unless the format says `%{private}@`.
public final class OSLog: Sendable {
  /// For messages that come from nowhere in particular.
  public static let `default` = OSLog(subsystem: "", category: "")
  /// Keeps nothing.
  public static let disabled = OSLog(subsystem: "", category: "", isDisabled: true)

  let subsystem: String
  let category: String
  private let isDisabled: Bool

  /// Makes a place for messages to come from.
  ///
  /// - Parameters:
  ///   - subsystem: A name like `org.example.player`.
  ///   - category: A part of it.
  public convenience init(subsystem: String, category: String) {
    self.init(subsystem: subsystem, category: category, isDisabled: false)
  }

  private init(subsystem: String, category: String, isDisabled: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isDisabled = isDisabled
  }

  /// Whether messages of a type go anywhere.
  public func isEnabled(type: OSLogType) -> Bool {
    isEnabled(type: type, showsAll: LogDestination.showsAll)
  }

  func isEnabled(type: OSLogType, showsAll: Bool) -> Bool {
    !isDisabled && (showsAll || (type != .info && type != .debug))
  }

  /// Writes a message where its type belongs.
  func write(_ message: LogMessage, type: OSLogType) {
    guard isEnabled(type: type) else { return }
    LogDestination.write(message, type: type, log: self)
  }
}
