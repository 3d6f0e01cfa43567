import AudioToolbox

/// A child process of this program and its output.
final class HostileChild {
  enum End: Equatable, CustomStringConvertible {
    case exited(Int32)
    case killed(Int32)
    case hung

    var description: String {
      switch self {
      case .exited(let status): "ended with \(status)"
      case .killed(let signal): "trapped, signal \(signal)"
      case .hung: "hung"
      }
    }
  }

  private let process = Process()
  private let pipe = Pipe()
  private var held: [UInt8] = []
  private var hasHung = false

  init?(_ options: HostileOptions, file: String, from first: Int) {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = options.child(file: file, from: first)
    // The signal identifies a trap; a backtrace would take seconds.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    try? pipe.fileHandleForWriting.close()
  }

  /// The next line; `nil` at the end, or after too long a silence, which ends the child.
  func nextLine(within milliseconds: Int32) -> String? {
    let input = pipe.fileHandleForReading.fileDescriptor
    while true {
      if let end = held.firstIndex(of: 0x0A) {
        defer { held.removeFirst(end + 1) }
        return String(decoding: held[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, milliseconds) > 0 else {
        hasHung = true
        kill(process.processIdentifier, SIGKILL)
        return nil
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(input, &buffer, buffer.count)
      guard count > 0 else { return nil }
      held += buffer[..<count]
    }
  }

  /// Waits until the child exits.
  func end() -> End {
    process.waitUntilExit()
    if hasHung { return .hung }
    let isSignal = process.terminationReason == .uncaughtSignal
    return isSignal ? .killed(process.terminationStatus) : .exited(process.terminationStatus)
  }
}
