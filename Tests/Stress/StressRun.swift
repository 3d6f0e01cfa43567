import AudioToolbox

/// Runs sequences, several at a time, and looks what stays of them.
final class StressRun: @unchecked Sendable {
  // Sendable: `lock` guards what changes.

  /// Bytes on the heap that may stay of each sequence, and of all: threads keep some of what is freed.
  ///
  /// A queue or player takes several times as many.
  private static let heapAllowance = (each: 512, all: 1 << 20)

  private let options: StressOptions
  private let report = StressReport()
  private let lock = NSLock()
  private var next = 0
  private var end = 0
  private var counts: [SequenceKind: Int] = [:]
  /// References that stay for as long as the process does.
  private var lastingReferences = 0

  init(_ options: StressOptions) { self.options = options }

  /// - Returns: Whether nothing was wrong.
  func run() -> Bool {
    guard let files = try? StressFiles() else {
      report.complain("no folder for files")
      return false
    }
    // The session of C is of the whole process, as is the source that it has in the main run loop.
    let status = AudioSessionInitialize(nil, nil, nil, nil)
    if status != noErr { report.complain("no session: \(status)") }
    lastingReferences = LiveCounts().references
    // What is made once in a process is made by the first ones.
    let warmUp = min(100, options.count / 2)
    runSequences(options.first..<options.first + warmUp, files)
    let before = settled(LiveCounts())
    runSequences(options.first + warmUp..<options.first + options.count, files)
    let after = settled(before)
    report.say("before: \(before)\nafter: \(after)")
    if !after.hasNoMore(than: before) { report.complain("something stays") }
    let growth = after.heapBytes - before.heapBytes
    if growth > Self.heapAllowance.all + options.count * Self.heapAllowance.each {
      report.complain("\(growth) bytes stay")
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
    // The main queue calls delegates meanwhile.
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

  /// What there is once threads that are on their way to their end have come to it.
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
