import Foundation
import TestSupport
import Testing

/// Random calls, from several threads and from within callbacks, do no harm: what `Stress` does, in a process of its own, where it can be
/// counted what stays.
@Suite struct StressTests {
  @Test func randomCallsLeaveNothingBehind() throws {
    // At length: `OCA_SEQUENCES=10000`.
    let count = ProcessInfo.processInfo.environment["OCA_SEQUENCES"].flatMap { Int($0) } ?? 400
    let run = try Programs.run("Stress", ["--count", "\(count)"])
    #expect(run.ending == .exit(0), "\(run.output)")
    #expect(run.output.contains("nothing wrong"), "\(run.output)")
  }
}
