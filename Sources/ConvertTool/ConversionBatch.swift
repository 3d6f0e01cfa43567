import Dispatch
import Foundation
import ToolSupport

/// All conversions of a run, several at a time.
final class ConversionBatch: @unchecked Sendable {
  // Sendable: `lock` guards `next`, `failures`, `hasBeenInterrupted`, and `printedNotes`.
  private let options: ConversionOptions
  private let progress: ConversionProgress
  private let lock = NSLock()
  private var next = 0
  private var failures = 0
  private var hasBeenInterrupted = false
  /// The notes about the encoder printed so far, which apply to all files.
  private var printedNotes: Set<String> = []

  init(_ options: ConversionOptions) {
    self.options = options
    progress = ConversionProgress(fileCount: options.jobs.count)
  }

  var isInterrupted: Bool { lock.withLock { hasBeenInterrupted } }

  /// Stops the current conversions, and starts no others.
  func interrupt() {
    lock.withLock { hasBeenInterrupted = true }
  }

  /// Converts all files.
  ///
  /// - Returns: The number of files that could not be converted.
  func run() -> Int {
    let workers = min(options.concurrency, options.jobs.count)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while let index = takeNext() { convert(index) }
    }
    return lock.withLock { failures }
  }

  private func takeNext() -> Int? {
    lock.withLock {
      guard !hasBeenInterrupted, next < options.jobs.count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  private func convert(_ index: Int) {
    let job = options.jobs[index]
    let conversion = Conversion(options, job)
    do throws(ToolFailure) {
      let outcome = try conversion.run { [self] part in
        progress.update(index, job.input, part)
        return !isInterrupted
      }
      progress.finish(index, saying: text(job, outcome))
      if case .converted(_, _?, _) = outcome { lock.withLock { failures += 1 } }
    } catch {
      let isOver = isInterrupted
      progress.finish(index, saying: isOver ? nil : "afconvert: \(job.input): \(error.reason)\n")
      if !isOver { lock.withLock { failures += 1 } }
    }
  }

  private func text(_ job: ConversionOptions.Job, _ outcome: Conversion.Outcome) -> String? {
    var text = ""
    switch outcome {
    case .converted(let damagedPacketCount, let unreadRest, let note):
      if let note, lock.withLock({ printedNotes.insert(note).inserted }) {
        text = "afconvert: \(note)\n"
      }
      if options.isVerbose { text += "\(job.input) -> \(job.output)\n" }
      if damagedPacketCount > 0 {
        let isOne = damagedPacketCount == 1
        text +=
          "afconvert: \(job.input): \(damagedPacketCount) damaged packet\(isOne ? " is" : "s are") "
          + "replaced by silence\n"
      }
      if let unreadRest { text += "afconvert: \(job.input): \(unreadRest.reason)\n" }
    case .skipped:
      if options.isVerbose { text = "\(job.output): skipped, because it already exists\n" }
    case .interrupted: break
    }
    return text.isEmpty ? nil : text
  }
}
