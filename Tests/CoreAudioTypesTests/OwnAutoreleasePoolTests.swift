// Only the imports of a program for Apple's systems.
import CoreAudioTypes
import Testing

/// Programs that were ported to Linux have their own pool, which must not become ambiguous.
@Suite struct OwnAutoreleasePoolTests {
  @Test func aProgramsOwnPoolTakesPrecedence() {
    #expect(autoreleasepool { 3 } == [3])
  }
}

private func autoreleasepool<Result>(_ body: () -> Result) -> [Result] { [body()] }
