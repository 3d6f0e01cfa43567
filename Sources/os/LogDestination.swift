internal import Foundation

/// Where messages go.
enum LogDestination {
  /// Whether all messages go to standard error.
  static let showsAll: Bool = {
    let environment = ProcessInfo.processInfo.environment
    guard let mode = environment["OS_ACTIVITY_DT_MODE"] else { return false }
    return !["", "0", "no", "false", "disable", "disabled"].contains(mode.lowercased())
  }()

  static func write(_ message: LogMessage, type: OSLogType, log: OSLog) {
    if showsAll || type == .error || type == .fault {
      let line = line(message.shown, type: type, log: log, date: Date())
      FileHandle.standardError.write(Data(line.utf8))
    }
    if !showsAll { writeToSystem(message.kept, type: type, log: log) }
  }

  /// A line for standard error: time, program, origin, type and message.
  static func line(_ text: String, type: OSLogType, log: OSLog, date: Date) -> String {
    let time = date.formatted(.iso8601.time(includingFractionalSeconds: true))
    let program = ProcessInfo.processInfo.processName
    let number = ProcessInfo.processInfo.processIdentifier
    return "\(time) \(program)[\(number)] \(origin(log))<\(type.name)> \(text)\n"
  }

  private static func origin(_ log: OSLog) -> String {
    log.subsystem.isEmpty && log.category.isEmpty ? "" : "[\(log.subsystem):\(log.category)] "
  }

  private static func writeToSystem(_ text: String, type: OSLogType, log: OSLog) {
    let priority =
      switch type {
      case .fault: LOG_CRIT
      case .error: LOG_ERR
      case .info: LOG_INFO
      case .debug: LOG_DEBUG
      default: LOG_NOTICE
      }
    let line = origin(log) + text
    // Safe: the format asks for one string, and the argument is one that lives during the call.
    unsafe line.withCString { line in
      unsafe withVaList([line]) { unsafe vsyslog(priority, "%s", $0) }
    }
  }
}
