/// The destinations of messages.
enum LogDestination {
  /// Whether all messages go to standard error.
  static let showsAll: Bool = {
    // Safe: the system returns a C string, which is copied immediately.
    guard let text = unsafe getenv("OS_ACTIVITY_DT_MODE") else { return false }
    let mode = unsafe String(cString: text)
    return !["", "0", "no", "false", "disable", "disabled"].contains(mode.lowercased())
  }()

  static func write(_ message: LogMessage, type: OSLogType, log: OSLog) {
    if showsAll || type == .error || type == .fault {
      var now = timespec()
      // Safe: the function writes one structure and keeps no pointer.
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      writeToStandardError(line(message.shown, type: type, log: log, time: now))
    }
    if !showsAll { writeToSystem(message.kept, type: type, log: log) }
  }

  /// A line for standard error: time of day (UTC), program, origin, type, and message.
  static func line(_ text: String, type: OSLogType, log: OSLog, time: timespec) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      Printf.text("%0\(count)ld", number)
    }
    let seconds = time.tv_sec % 86400
    let clock =
      "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))."
      + digits(time.tv_nsec / 1_000_000, 3)
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    return "\(clock) \(program)[\(getpid())] \(origin(log))<\(type.name)> \(text)\n"
  }

  private static func writeToStandardError(_ line: String) {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      // Safe: the bytes are alive during the call.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
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
    // Safe: the format contains one string, and the argument is a string that is alive during the
    // call.
    unsafe line.withCString { line in
      unsafe withVaList([line]) { unsafe vsyslog(priority, "%s", $0) }
    }
  }
}
