<<<<<<< HEAD
import CTestSupport
package import Foundation
import Glibc

/// A program that a test runs, with no signal blocked and nothing open but the three standard files.
///
/// (`Foundation.Process` passes on the signals that the threads of its pool have blocked, and open files, too.)
package final class ChildProcess: @unchecked Sendable {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// What a program used.
  package struct Usage: Sendable {
    package var processorSeconds: Double
    package var peakKibibytes: Int
  }

  package let identifier: Int32
  /// Where its standard output and error go.
  package let outputFile: URL
  package let errorFile: URL
  /// The writing end of a pipe to its standard input; closes when this process ends, in whatever way.
  private var input: Int32
  private let lock = NSLock()
  private var result: (Ending, Usage)?

  /// Starts a program, a path or a name to look up in `PATH`, with variables on top of this process's.
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

  /// Ends its standard input.
  package func closeInput() {
    lock.withLock {
      if input >= 0 { close(input) }
      input = -1
    }
  }

  package func kill(_ signal: Int32) {
    lock.withLock { if result == nil { _ = Glibc.kill(identifier, signal) } }
  }

  /// What it has written so far.
  package var output: String { text(outputFile) }
  package var errors: String { text(errorFile) }

  /// Waits for the end.
  @discardableResult
  package func wait() -> Ending {
    while true {
      if let ending { return ending }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// How it ended, or `nil` while it runs.
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

  /// What it used, once it has ended.
  package var usage: Usage? { lock.withLock { result?.1 } }

  private func text(_ file: URL) -> String {
    String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }
=======
package import Foundation

/// A program that a test runs, with its output in files.
///
/// `Foundation.Process` waits by spinning a run loop, which the threads of the tests do not have.
package final class ChildProcess: @unchecked Sendable {
  // Sendable: `exitStatus` is guarded by the lock.
  package let identifier: pid_t
  private let lock = NSLock()
  private var exitStatus: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: Its file name, looked up in `PATH`, or its path.
  ///   - arguments: What it is told.
  ///   - environment: All of its environment.
  ///   - output: The file that takes its standard output; thrown away where there is none.
  ///   - errors: The file that takes its standard error; thrown away where there is none.
  /// - Throws: ``TestFailure`` where it does not start.
  package init(
    _ name: String, _ arguments: [String], environment: [String: String],
    output: URL? = nil, errors: URL? = nil
  ) throws {
    guard let path = Self.path(of: name) else {
      throw TestFailure(description: "\(name) is not installed")
    }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var mask = sigset_t()
    // Safe: all three are initialised by the first call that they are given to.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    unsafe sigemptyset(&mask)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output?.path ?? "/dev/null", flags, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors?.path ?? "/dev/null", flags, 0o600)
    // Safe: copies of C strings, freed below, each array ended by a null.
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var child = pid_t()
    let status = unsafe posix_spawn(
      &child, path, &actions, &attributes, words + [nil], variables + [nil])
    guard status == 0 else {
      throw TestFailure(description: "\(path) cannot be started: \(status)")
    }
    identifier = child
  }

  deinit {
    if !poll() { end(signal: SIGKILL) }
  }

  /// Whether the program still runs.
  package var isRunning: Bool { !poll() }

  /// Sends a signal.
  package func send(signal: Int32) {
    lock.withLock { if exitStatus == nil { _ = kill(identifier, signal) } }
  }

  /// Sends a signal and waits for the end.
  package func end(signal: Int32 = SIGTERM) {
    send(signal: signal)
    _ = waitForEnd()
  }

  /// Waits for the end and gives the exit status, or the negative of the signal that ended it.
  @discardableResult
  package func waitForEnd() -> Int32 {
    while !poll() { usleep(1000) }
    return lock.withLock { exitStatus ?? -1 }
  }

  /// Where a program is, or nothing.
  package static func path(of name: String) -> String? {
    if name.contains("/") { return name }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Looks whether the program has ended.
  private func poll() -> Bool {
    lock.withLock {
      if exitStatus != nil { return true }
      var status: Int32 = 0
      // Safe: the status outlives the call.
      guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return false }
      exitStatus = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
      return true
    }
  }
>>>>>>> 928d893 (Realtime: a ring, a renderer and the devices that play it)
}
