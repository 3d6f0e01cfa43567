import CTestSupport
package import Foundation
import Glibc

/// A program that a test runs with no blocked signals and only the three standard files open.
///
/// `Foundation.Process` passes on the blocked signals of its pool's threads, and open files.
package final class ChildProcess: @unchecked Sendable {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// The resources that a program used.
  package struct Usage: Sendable {
    package var processorSeconds: Double
    package var peakKibibytes: Int
  }

  package let identifier: Int32
  /// The files that receive the standard output and error.
  package let outputFile: URL
  package let errorFile: URL
  /// The write end of a pipe to its standard input.
  ///
  /// The system closes it when this process ends, for any reason.
  private var input: Int32
  private let lock = NSLock()
  private var result: (Ending, Usage)?

  /// Starts a program, given by a path or by a name in `PATH`.
  ///
  /// The variables are added to those of this process.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let directory = FileManager.default.temporaryDirectory
    outputFile = directory.appending(path: "output-\(UUID().uuidString)")
    errorFile = directory.appending(path: "error-\(UUID().uuidString)")
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var input: Int32 = -1
    // Safe: the lists end with nil, and all strings are alive for the call and freed once.
    let words = unsafe ([program] + arguments).map { unsafe strdup($0) }
    let settings = unsafe variables.map { unsafe strdup("\($0)=\($1)") }
    let code = unsafe ctest_spawn(
      words.map { unsafe UnsafePointer($0) } + [nil],
      settings.map { unsafe UnsafePointer($0) } + [nil], outputFile.path, errorFile.path, &input)
    unsafe (words + settings).forEach { unsafe free($0) }
    guard code > 0 else { throw Sockets.Failure(code: -code) }
    identifier = code
    self.input = input
  }

  deinit {
    if result == nil { kill(SIGKILL) }
    wait()
    for file in [outputFile, errorFile] { try? FileManager.default.removeItem(at: file) }
  }

  /// Closes the program's standard input.
  package func closeInput() {
    lock.withLock {
      if input >= 0 { close(input) }
      input = -1
    }
  }

  /// Writes to the program's standard input.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    lock.withLock {
      // Safe: the bytes are alive for the call. A program that has ended does not read them.
      if input >= 0 { _ = unsafe write(input, bytes, bytes.count) }
    }
  }

  package func kill(_ signal: Int32) {
    lock.withLock { if result == nil { _ = Glibc.kill(identifier, signal) } }
  }

  /// The standard output so far.
  package var output: String { text(outputFile) }
  package var errors: String { text(errorFile) }

  /// Waits until the program ends.
  @discardableResult
  package func wait() -> Ending {
    while true {
      if let ending { return ending }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// How the program ended, or `nil` while it runs.
  package var ending: Ending? {
    lock.withLock {
      if let result { return result.0 }
      var status: Int32 = 0
      var usage = rusage()
      // Safe: both are alive for the call.
      guard unsafe wait4(identifier, &status, WNOHANG, &usage) == identifier else { return nil }
      let ending =
        status & 0x7F == 0 ? Ending.exit(status >> 8 & 0xFF) : Ending.signal(status & 0x7F)
      let seconds = [usage.ru_utime, usage.ru_stime]
        .map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
      result = (
        ending, Usage(processorSeconds: seconds[0] + seconds[1], peakKibibytes: usage.ru_maxrss)
      )
      if input >= 0 { close(input) }
      input = -1
      return ending
    }
  }

  /// The resources that the program used; `nil` until it has ended.
  package var usage: Usage? { lock.withLock { result?.1 } }

  private func text(_ file: URL) -> String {
    String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }
}
