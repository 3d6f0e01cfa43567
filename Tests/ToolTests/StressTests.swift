import Foundation
import TestSupport
import Testing

/// Random calls from several threads and callbacks do no harm.
///
/// `Stress` makes them in a separate process, so that leaks can be counted.
@Suite struct StressTests {
  @Test func randomCallsLeakNothing() throws {
    // For a long run, set `OCA_SEQUENCES=10000`.
    let count = ProcessInfo.processInfo.environment["OCA_SEQUENCES"].flatMap { Int($0) } ?? 400
    let run = try Programs.run("Stress", ["--count", "\(count)"])
    #expect(run.ending == .exit(0), "\(run.output)")
    #expect(run.output.contains("nothing wrong"), "\(run.output)")
  }
}
