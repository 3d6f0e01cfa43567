// Only the imports of a program for Apple's systems.
import CoreAudioTypes
import Testing

/// A pool runs its function.
@Suite struct AutoreleasePoolTests {
  @Test func thePoolRunsItsClosure() throws {
    var calls = 0
    autoreleasepool {
      calls += 1
    }
    autoreleasepool(invoking: { calls += 1 })
    let sum: Int = autoreleasepool { calls + 1 }
    #expect(sum == 3)
    #expect(throws: CancellationError.self) {
      try autoreleasepool { throw CancellationError() }
    }
  }
}
