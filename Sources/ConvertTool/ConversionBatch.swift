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
    let goesOn = { [self] (part: Double) -> Bool in
      progress.update(index, job.input, part)
      return !isInterrupted
    }
    do throws(ToolFailure) {
      let conversion = Conversion(options, job)
      let outcome =
        options.splitsChapters
        ? try ChapterConversion(conversion, job).run(goesOn) : try conversion.run(goesOn)
      progress.finish(index, saying: text(job, outcome))
      if case .converted(let report) = outcome, report.unreadRest != nil {
        lock.withLock { failures += 1 }
      }
    } catch {
      let isOver = isInterrupted
      progress.finish(index, saying: isOver ? nil : "afconvert: \(job.input): \(error.reason)\n")
      if !isOver { lock.withLock { failures += 1 } }
    }
  }

  private func text(_ job: ConversionOptions.Job, _ outcome: Conversion.Outcome) -> String? {
    var text = ""
    switch outcome {
    case .converted(let report):
      if let note = report.encoderNote, lock.withLock({ printedNotes.insert(note).inserted }) {
        text = "afconvert: \(note)\n"
      }
      for line in report.lines(job.input, isVerbose: options.isVerbose) { text += line + "\n" }
    case .skipped:
      guard options.isVerbose else { return nil }
      text =
        options.splitsChapters
        ? "\(job.input): skipped, because all outputs exist\n"
        : "\(job.output): skipped, because it already exists\n"
    case .interrupted: break
    }
    return text.isEmpty ? nil : text
  }
}
