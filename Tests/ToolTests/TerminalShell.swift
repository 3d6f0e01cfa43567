import Foundation
import TestSupport
import Testing

/// A shell with job control in a terminal that `script` makes.
///
/// It is `dash`, which leaves the terminal modes unchanged after a job; other shells restore them.
final class TerminalShell {
  static let isAvailable = ["/usr/bin/script", "/bin/dash"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let process: ChildProcess
  /// The number of output bytes that earlier waits consumed.
  private var position = 0

  init() throws {
    process = try ChildProcess(
      "script", ["-q", "-c", "dash -i", "/dev/null"],
      environment: ["OPENCOREAUDIO_DEVICE": "null", "TERM": "vt100", "ENV": ""])
    _ = try run("PS1='rea''dy> '")
  }

  func type(_ text: String) { process.type(text) }

  /// Types a command that ends with a mark, and returns the output up to the mark.
  func run(_ command: String) throws -> String {
    type("\(command); echo en''ded $?\n")
    return try waitFor(#"ended \d+\r\n"#)
  }

  /// Waits until a pattern appears in the output after all earlier matches.
  ///
  /// - Returns: The output up to the end of the match.
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
