import Foundation
import ToolSupport

/// The progress of a run: a changing line on a terminal; otherwise silent.
final class ConversionProgress: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let lock = NSLock()
  private let fileCount: Int
  private let isShown: Bool
  private var finished = 0
  /// The completed parts of the current files, by index.
  private var parts: [Int: Double] = [:]
  private var names: [Int: String] = [:]
  private var lastShown = Date.distantPast

  private static let width = 24

  init(fileCount: Int) {
    self.fileCount = fileCount
    isShown = Terminal.isInteractive
  }

  /// Updates the completed part of a file, from 0 to 1.
  func update(_ file: Int, _ name: String, _ part: Double) {
    guard isShown else { return }
    lock.withLock {
      parts[file] = min(max(part, 0), 1)
      names[file] = name
      guard Date().timeIntervalSince(lastShown) >= 0.1 else { return }
      lastShown = Date()
      StatusLine.show(text)
    }
  }

  /// Marks a file as complete, and prints a text if one is given.
  func finish(_ file: Int, saying text: String?) {
    lock.withLock {
      finished += 1
      parts[file] = nil
      names[file] = nil
      if isShown { StatusLine.clear() }
      if let text { Terminal.complain(text) }
      if isShown, finished < fileCount { StatusLine.show(self.text) }
    }
  }

  private var text: String {
    let done = (Double(finished) + parts.values.reduce(0, +)) / Double(max(fileCount, 1))
    let steps = Int(done * Double(Self.width))
    let bar =
      String(repeating: "#", count: steps) + String(repeating: " ", count: Self.width - steps)
    let count = fileCount > 1 ? "  \(finished) of \(fileCount)" : ""
    let name = names.min { $0.key < $1.key }?.value ?? ""
    return "[\(bar)] \(Int(done * 100)) %\(count)  \(Self.plain(name))"
  }

  /// The end of a name, without control characters, short enough for the line.
  private static func plain(_ name: String) -> String {
    let scalars = name.unicodeScalars.filter {
      $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
    }
    return String(String(String.UnicodeScalarView(scalars)).suffix(36))
  }
}
