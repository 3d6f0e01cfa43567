import TestSupport
import Testing

/// Runs each test of a suite on a virtual clock, so that waiting takes no real time.
struct VirtualTime: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await VirtualExecutor.run(function)
  }
}

extension Trait where Self == VirtualTime {
  static var virtualTime: Self { Self() }
}
