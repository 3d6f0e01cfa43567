import AudioToolbox

/// What was wrong, and what is under way.
final class StressReport: @unchecked Sendable {
  // Sendable: `lock` guards all.
  private let lock = NSLock()
  private var complaints = 0
  private var underWay: [Int: (kind: SequenceKind, start: Date)] = [:]

  /// Whether nothing was wrong.
  var isClean: Bool { lock.withLock { complaints == 0 } }

  /// Says what was wrong, at once: the next call may be the last.
  func complain(_ text: String) {
    lock.withLock { complaints += 1 }
    say(text)
  }

  func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

  func begin(_ number: Int, _ kind: SequenceKind) {
    lock.withLock { underWay[number] = (kind, Date()) }
  }

  func end(_ number: Int) { lock.withLock { underWay[number] = nil } }

  /// Dies where a sequence has been under way for too long, so that a debugger or core tells where.
  func dieIfHanging(patience: Double) {
    let oldest = lock.withLock { underWay.min { $0.value.start < $1.value.start } }
    guard let oldest, Date().timeIntervalSince(oldest.value.start) > patience else { return }
    complain("sequence \(oldest.key): \(oldest.value.kind) hangs")
    abort()
  }
}
