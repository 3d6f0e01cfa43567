import Foundation

/// Times of our code and of a peer, measured alternately so that both see the same machine load.
public struct Comparison {
  /// The wall-clock time and this thread's processor time, in milliseconds.
  public typealias Times = (clock: [Double], processor: [Double])

  private var ours: Times = ([], [])
  private var peers: Times = ([], [])

  /// Runs both functions `repetitions` times, after one round to warm the caches.
  public init(repetitions: Int, ours: () -> Void, peer: () -> Void) {
    for round in 0...repetitions {
      let mine = Comparison.milliseconds(ours)
      let other = Comparison.milliseconds(peer)
      guard round > 0 else { continue }
      self.ours.clock.append(mine.clock)
      self.ours.processor.append(mine.processor)
      peers.clock.append(other.clock)
      peers.processor.append(other.processor)
    }
  }

  /// Prints the best and the median time of both, and their ratios.
  public func report(peer: String) {
    Comparison.line("clock    ", ours.clock, peer, peers.clock)
    Comparison.line("processor", ours.processor, peer, peers.processor)
  }

  private static func line(_ name: String, _ ours: [Double], _ peer: String, _ theirs: [Double]) {
    let (mine, other) = (ours.sorted(), theirs.sorted())
    let middle = mine.count / 2
    let values = [mine[0], mine[middle], other[0], other[middle]].map {
      String(format: "%9.3f", $0)
    }
    let ratios = [other[0] / mine[0], other[middle] / mine[middle]].map {
      String(format: "%6.2f", $0)
    }
    print(
      "  \(name)  ours \(values[0]) \(values[1])  \(peer) \(values[2]) \(values[3])"
        + "  ratio \(ratios[0]) \(ratios[1])")
  }

  private static func milliseconds(_ body: () -> Void) -> (clock: Double, processor: Double) {
    let start = (nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_THREAD_CPUTIME_ID))
    body()
    return (
      (nanoseconds(CLOCK_MONOTONIC) - start.0) / 1e6,
      (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start.1) / 1e6
    )
  }

  private static func nanoseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// The number of repetitions from the command line.
public func wantedRepetitions(_ usual: Int) -> Int {
  max(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? usual, 1)
}
