import Foundation
import TestSupport
import Testing

/// A shell with job control on a terminal of its own, which `script` makes.
///
/// It is `dash`, which leaves the modes of the terminal as a job leaves them; other shells repair them.
final class TerminalShell {
  static let isAvailable = ["/usr/bin/script", "/bin/dash"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let process: ChildProcess
  /// How many bytes of the output have been waited for.
  private var position = 0

  init() throws {
    process = try ChildProcess(
      "script", ["-q", "-c", "dash -i", "/dev/null"],
      environment: ["OPENCOREAUDIO_DEVICE": "null", "TERM": "vt100", "ENV": ""])
    _ = try run("PS1='rea''dy> '")
  }

  func type(_ text: String) { process.type(text) }

  /// Types a command that ends with a mark, and gives what is shown up to that.
  func run(_ command: String) throws -> String {
    type("\(command); echo en''ded $?\n")
    return try waitFor(#"ended \d+\r\n"#)
  }

  /// Waits until something is shown behind all that has been waited for.
  ///
  /// - Returns: What was shown meanwhile, it included.
  @discardableResult
  func waitFor(_ pattern: String) throws -> String {
    var shown = ""
    try #require(
      waitUntil {
        let text = String(decoding: Array(process.output.utf8).dropFirst(position), as: UTF8.self)
        guard let range = text.range(of: pattern, options: .regularExpression) else { return false }
        shown = String(text[..<range.upperBound])
        return true
      }, "\(pattern) is not shown in \(process.output.debugDescription)")
    position += shown.utf8.count
    return shown
  }
}
