internal import AudioRealtime
internal import Synchronization

/// A MIDI endpoint that receives the messages of tracks.
///
/// The render thread notes each message with its host time. The thread that follows the sequence
/// sends them on, before their time comes.
package final class EndpointDestination: MessageDestination, @unchecked Sendable {
  // Unchecked: the time of the slice belongs to the render thread; the queue owns the rest.

  /// A message of up to three bytes, or up to seven bytes of a system-exclusive message.
  private final class Slot: Sendable {
    /// The bytes, the first one lowest; the highest byte has the number of bytes and the flags.
    let word = Atomic<UInt64>(0)
    let time = Atomic<Int>(0)
  }

  /// The parts of messages that can wait.
  ///
  /// A message without room for all its parts is lost as a whole.
  private static let capacity = 8_192
  private static let bytesPerSlot = 7
  /// The flags of the first and the last part of a message.
  private static let first: UInt64 = 0x40 << 56
  private static let last: UInt64 = 0x80 << 56

  let endpoint: UInt32
  private let queue = SlotQueue(capacity: EndpointDestination.capacity)
  private let slots = (0..<EndpointDestination.capacity).map { _ in Slot() }
  private let lostCount = Atomic<Int>(0)
  private var sampleRate = 44_100.0
  private var nanoseconds = 0
  /// The bytes of a message whose last part has not been taken.
  private let partial = Mutex<[UInt8]>([])

  init(_ endpoint: UInt32) { self.endpoint = endpoint }

  package func prepare(_ messages: [SynthesizerMessage]) throws(SynthesisError) {}

  // MARK: The render thread

  package func begin(sampleRate: Double, nanoseconds: Int) {
    if sampleRate > 0 { self.sampleRate = sampleRate }
    self.nanoseconds = nanoseconds
  }

  package func deliver(_ message: SynthesizerMessage) {
    let count: UInt64 = message.kind == 0xC0 || message.kind == 0xD0 ? 2 : 3
    let third = count == 3 ? UInt64(message.data2) << 16 : 0
    guard queue.hasRoom(1) else { return lose() }
    add(
      Self.first | Self.last | count << 56 | third | UInt64(message.data1) << 8
        | UInt64(message.status), at: message.offset)
  }

  package func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int, isAhead: Bool) {
    let total = bytes.count + 1
    guard queue.hasRoom((total + Self.bytesPerSlot - 1) / Self.bytesPerSlot) else { return lose() }
    var place = 0
    while place < total {
      let count = min(Self.bytesPerSlot, total - place)
      var word = UInt64(count) << 56
      if place == 0 { word |= Self.first }
      if place + count == total { word |= Self.last }
      var index = 0
      while index < count {
        let byte = place + index == 0 ? 0xF0 : bytes[place + index - 1]
        word |= UInt64(byte) << UInt64(8 * index)
        index += 1
      }
      add(word, at: offset)
      place += count
    }
  }

  private func lose() { lostCount.wrappingAdd(1, ordering: .relaxed) }

  private func add(_ word: UInt64, at offset: Int) {
    guard let place = queue.claim() else { return lose() }
    let slot = slots[place % Self.capacity]
    let delay = MonotonicClock.duration(ofFrames: max(0, offset), sampleRate: sampleRate)
    slot.time.store(nanoseconds + delay, ordering: .relaxed)
    slot.word.store(word, ordering: .relaxed)
    queue.fill(place)
  }

  // MARK: One other thread at a time

  /// Takes the waiting messages in their order, and the number of those lost since the last call.
  func take() -> (messages: EndpointSender.Messages, lostCount: Int) {
    partial.withLock { partial in
      var messages: EndpointSender.Messages = []
      while let place = queue.next {
        let slot = slots[place % Self.capacity]
        let word = slot.word.load(ordering: .relaxed)
        let time = UInt64(max(1, slot.time.load(ordering: .relaxed)))
        queue.free()
        if word & Self.first != 0 { partial = [] }
        for index in 0..<(word >> 56 & 0x0F) {
          partial.append(UInt8(truncatingIfNeeded: word >> (8 * index)))
        }
        if word & Self.last != 0 { messages.append((time, partial)) }
      }
      return (messages, lostCount.exchange(0, ordering: .relaxed))
    }
  }
}

/// The endpoints that receive messages of a sequence.
package final class EndpointDestinations: Sendable {
  private let known = Mutex<[UInt32: EndpointDestination]>([:])

  package init() {}

  /// The destination for an endpoint; `nil` if the endpoint does not exist.
  package subscript(endpoint: UInt32) -> EndpointDestination? {
    guard let send = EndpointSender.send, send(endpoint, [], 0) else { return nil }
    return known.withLock { known in
      let destination = known[endpoint] ?? EndpointDestination(endpoint)
      known[endpoint] = destination
      return destination
    }
  }

  /// Sends the messages that wait.
  package func send() {
    guard let send = EndpointSender.send else { return }
    for destination in known.withLock({ Array($0.values) }) {
      let (messages, lostCount) = destination.take()
      if !messages.isEmpty || lostCount > 0 {
        _ = send(destination.endpoint, messages, lostCount)
      }
    }
  }
}
