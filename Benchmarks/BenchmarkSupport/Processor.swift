import Foundation

/// Times of the processor, and of other programs.
public enum Processor {
  /// The processor time of this thread, in nanoseconds.
  public static var threadNanoseconds: Int { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor time of all threads of this process, in seconds.
  public static var seconds: Double { Double(nanoseconds(CLOCK_PROCESS_CPUTIME_ID)) / 1e9 }

  private static func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// The processor time of the fastest of some rounds, in seconds.
  public static func fastest(of rounds: Int = 7, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = threadNanoseconds
      body()
      best = min(best, Double(threadNanoseconds - start) / 1e9)
    }
    return best
  }

  /// Runs a program.
  ///
  /// - Parameter command: The program and its arguments.
  /// - Returns: Its processor time, in seconds.
  /// - Throws: An error if the program fails.
  public static func run(_ command: [String]) throws -> Double {
    let before = childSeconds
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return childSeconds - before
  }

  private static var childSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let parts = [usage.ru_utime, usage.ru_stime]
    return parts.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}

/// Prints our time and that of a peer, in milliseconds, with their ratio and its target.
public func report(_ name: String, ours: Double, peer: Double, _ peerName: String, target: String) {
  print(
    "  " + name.padding(toLength: 34, withPad: " ", startingAt: 0)
      + String(
        format: "ours %9.2f ms  %@ %9.2f ms  ours/theirs %5.2f  target %@", ours * 1000, peerName,
        peer * 1000, ours / peer, target))
}
