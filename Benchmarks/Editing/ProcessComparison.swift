import Foundation

/// Times and results of whole processes, ours and a peer's, measured alternately.
struct ProcessComparison {
  /// A run: seconds by the clock and of the processor, and a result.
  struct Run {
    var clock: Double
    var processor: Double
    /// Peak memory in KiB of our child process, or the number of bytes read.
    var result: Int
  }

  private var ours: [Run] = []
  private var peers: [Run] = []

  /// Runs both functions `repetitions` times, after one round to warm the caches.
  init(repetitions: Int, ours: () throws -> Run, peer: () throws -> Run) throws {
    for round in 0...repetitions {
      let runs = (try ours(), try peer())
      guard round > 0 else { continue }
      self.ours.append(runs.0)
      peers.append(runs.1)
    }
  }

  /// Prints the best and the median times of both, their ratios, and the results.
  func report(peer: String) {
    line("clock    ", peer, \.clock)
    line("processor", peer, \.processor)
    print("  result: \(ours.map(\.result).max() ?? 0), \(peers.map(\.result).max() ?? 0)")
  }

  private func line(_ name: String, _ peer: String, _ value: KeyPath<Run, Double>) {
    let (mine, other) = (
      ours.map { $0[keyPath: value] }.sorted(), peers.map { $0[keyPath: value] }.sorted()
    )
    let middle = mine.count / 2
    let text = [mine[0], mine[middle], other[0], other[middle]].map { String(format: "%7.3f", $0) }
    let ratios = [mine[0] / other[0], mine[middle] / other[middle]].map {
      String(format: "%5.2f", $0)
    }
    print(
      "  \(name)  ours \(text[0]) \(text[1])  \(peer) \(text[2]) \(text[3])"
        + "  ratio \(ratios[0]) \(ratios[1])")
  }

  /// Runs a program; its last line of output is the result.
  static func child(_ program: String, _ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    let start = (seconds(CLOCK_MONOTONIC), childSeconds)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
    let text = String(decoding: output, as: UTF8.self).split(separator: "\n").last ?? ""
    return Run(
      clock: seconds(CLOCK_MONOTONIC) - start.0, processor: childSeconds - start.1,
      result: Int(text) ?? 0)
  }

  /// Runs a function in this process.
  static func measure(_ body: () -> Int) throws -> Run {
    let start = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    let result = body()
    guard result > 0 else { throw CocoaError(.fileReadUnknown) }
    return Run(
      clock: seconds(CLOCK_MONOTONIC) - start.0,
      processor: seconds(CLOCK_PROCESS_CPUTIME_ID) - start.1, result: result)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Processor time of all child processes that have ended.
  private static var childSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
