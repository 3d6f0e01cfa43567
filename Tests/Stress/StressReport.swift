import AudioToolbox

/// The broken rules and the running sequences.
final class StressReport: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let lock = NSLock()
  private var complaints = 0
  private var underWay: [Int: (kind: SequenceKind, start: Date)] = [:]

  /// Whether all rules held.
  var isClean: Bool { lock.withLock { complaints == 0 } }

  /// Prints a broken rule at once, because the next call may end the process.
  func complain(_ text: String) {
    lock.withLock { complaints += 1 }
    say(text)
  }

  func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

  func begin(_ number: Int, _ kind: SequenceKind) {
    lock.withLock { underWay[number] = (kind, Date()) }
  }

  func end(_ number: Int) { lock.withLock { underWay[number] = nil } }

  /// Ends the process if a sequence has run for too long, so that a debugger or core dump shows the
  /// place.
  func dieIfHanging(patience: Double) {
    let oldest = lock.withLock { underWay.min { $0.value.start < $1.value.start } }
    guard let oldest, Date().timeIntervalSince(oldest.value.start) > patience else { return }
    complain("sequence \(oldest.key): \(oldest.value.kind) hangs")
    abort()
  }
}
