// Only what a program for Apple's systems imports.
import CoreAudioTypes
import Testing

/// Programs that were ported to Linux have a pool of their own, which is not to become ambiguous.
@Suite struct OwnAutoreleasePoolTests {
  @Test func itGoesFirst() {
    #expect(autoreleasepool { 3 } == [3])
  }
}

private func autoreleasepool<Result>(_ body: () -> Result) -> [Result] { [body()] }
