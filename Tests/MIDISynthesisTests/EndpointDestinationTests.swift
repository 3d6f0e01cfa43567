import Testing

@testable import MIDISynthesis

/// Tests of the queue between the render thread and an endpoint.
@Suite struct EndpointDestinationTests {
  private static func message(_ count: Int) -> [UInt8] {
    (0..<count - 1).map { UInt8($0 * 7 & 0x7F) } + [0xF7]
  }

  @Test("a message arrives whole, or is lost whole", arguments: [1, 6, 7, 8, 32_768, 57_343])
  func whole(count: Int) {
    let destination = EndpointDestination(1)
    destination.begin(sampleRate: 48_000, nanoseconds: 1_000)
    let bytes = Self.message(count)
    destination.deliver(systemExclusive: bytes.span, at: 48, isAhead: false)
    destination.deliver(SynthesizerMessage(0xC1, 5, at: 96))
    let (messages, lostCount) = destination.take()
    // The longest message leaves no room for another one.
    let isFull = count == 57_343
    #expect(lostCount == (isFull ? 1 : 0))
    #expect(messages.map(\.bytes) == [[0xF0] + bytes] + (isFull ? [] : [[0xC1, 5]]))
    #expect(messages.map(\.time) == [1_001_000] + (isFull ? [] : [2_001_000]))
  }

  @Test("a message without room is lost whole, and others arrive")
  func lost() {
    let destination = EndpointDestination(1)
    destination.begin(sampleRate: 48_000, nanoseconds: 1_000)
    let (long, half) = (Self.message(1_048_576), Self.message(40_000))
    for bytes in [long, half, half] {
      destination.deliver(systemExclusive: bytes.span, at: 0, isAhead: false)
    }
    destination.deliver(SynthesizerMessage(0x91, 60, 100))
    let (messages, lostCount) = destination.take()
    #expect(lostCount == 2)
    #expect(messages.map(\.bytes) == [[0xF0] + half, [0x91, 60, 100]])
    destination.deliver(systemExclusive: half.span, at: 0, isAhead: false)
    let later = destination.take()
    #expect(later.messages.map(\.bytes) == [[0xF0] + half] && later.lostCount == 0)
  }
}
