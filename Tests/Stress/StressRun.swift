import AudioToolbox

/// Runs several sequences at a time, and checks for leftovers.
final class StressRun: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.

  /// The heap bytes that each sequence and the whole run may leave, since threads cache freed
  /// memory.
  ///
  /// A queue or player allocates several times as much.
  private static let heapAllowance = (each: 512, all: 1 << 20)

  private let options: StressOptions
  private let report = StressReport()
  private let lock = NSLock()
  private var next = 0
  private var end = 0
  private var counts: [SequenceKind: Int] = [:]
  /// The references that live as long as the process.
  private var lastingReferences = 0

  init(_ options: StressOptions) { self.options = options }

  /// - Returns: Whether all rules held.
  func run() -> Bool {
    guard let files = try? StressFiles() else {
      report.complain("no folder for files")
      return false
    }
    // The C session and its source in the main run loop belong to the whole process.
    let status = AudioSessionInitialize(nil, nil, nil, nil)
    if status != noErr { report.complain("no session: \(status)") }
    lastingReferences = LiveCounts().references
    // The first sequences create the objects that exist once per process.
    let warmUp = min(100, options.count / 2)
    runSequences(options.first..<options.first + warmUp, files)
    let before = settled(LiveCounts())
    runSequences(options.first + warmUp..<options.first + options.count, files)
    let after = settled(before)
    report.say("before: \(before)\nafter: \(after)")
    if !after.hasNoMore(than: before) { report.complain("resources remain") }
    let growth = after.heapBytes - before.heapBytes
    if growth > Self.heapAllowance.all + options.count * Self.heapAllowance.each {
      report.complain("\(growth) bytes remain")
    }
    let kinds = SequenceKind.allCases.map { "\(counts[$0, default: 0]) \($0)" }
    report.say(
      "\(options.count) sequences of seed \(options.seed): \(kinds.joined(separator: ", ")): "
        + (report.isClean ? "nothing wrong" : "wrong"))
    return report.isClean
  }

  private func runSequences(_ numbers: Range<Int>, _ files: StressFiles) {
    lock.withLock { (next, end) = (numbers.lowerBound, numbers.upperBound) }
    let group = DispatchGroup()
    for _ in 0..<options.workers {
      group.enter()
      let thread = Thread { [self] in
        let runLoop = RunLoopThread()
        while let number = takeNumber() { runSequence(number, files, runLoop) }
        runLoop.stop()
        group.leave()
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
    // During this time, the main queue calls delegates.
    while group.wait(timeout: .now()) != .success {
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
      report.dieIfHanging(patience: options.patience)
    }
  }

  private func takeNumber() -> Int? {
    lock.withLock {
      guard next < end else { return nil }
      defer { next += 1 }
      return next
    }
  }

  private func runSequence(_ number: Int, _ files: StressFiles, _ runLoop: RunLoopThread) {
    var dice = Dice(options.seed << 32 | UInt64(number))
    let random = SequenceKind.random(&dice)
    let kind = options.kind ?? random
    lock.withLock { counts[kind, default: 0] += 1 }
    report.begin(number, kind)
    kind.make(
      SequenceMaterial(
        number: number, dice: dice, report: report, files: files, runLoop: runLoop)
    ).run()
    report.end(number)
  }

  /// The resources after exiting threads have finished.
  private func settled(_ before: LiveCounts) -> LiveCounts {
    let deadline = Date(timeIntervalSinceNow: options.patience)
    while true {
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
      let counts = LiveCounts()
      let isQuiet = counts.threads.isEmpty && counts.references == lastingReferences
      if isQuiet && counts.hasNoMore(than: before) || Date() > deadline { return counts }
    }
  }
}
