internal import AudioRealtime
internal import Synchronization

/// A MIDI endpoint that receives the messages of tracks.
///
/// The render thread notes each message with its host time. The thread that follows the sequence
/// sends them on, before their time comes.
package final class EndpointDestination: MessageDestination, @unchecked Sendable {
  // Unchecked: the time of the slice belongs to the render thread; the queue owns the rest.

  /// A message of up to three bytes, or seven bytes of a system-exclusive message.
  private final class Slot: Sendable {
    /// The bytes, the first one lowest; the highest byte is the number of bytes.
    let word = Atomic<UInt64>(0)
    let time = Atomic<Int>(0)
  }

  /// The parts of messages that can wait; further ones are lost.
  private static let capacity = 1_024

  let endpoint: UInt32
  private let queue = SlotQueue(capacity: EndpointDestination.capacity)
  private let slots = (0..<EndpointDestination.capacity).map { _ in Slot() }
  private var sampleRate = 44_100.0
  private var nanoseconds = 0
  /// The bytes of a system-exclusive message whose end has not arrived.
  private let exclusive = Mutex<[UInt8]>([])

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
    add(
      count << 56 | third | UInt64(message.data1) << 8 | UInt64(message.status),
      at: message.offset)
  }

  package func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int) {
    var (word, count): (UInt64, UInt64) = (0xF0, 1)
    var index = 0
    while index < bytes.count {
      word |= UInt64(bytes[index]) << (8 * count)
      count += 1
      index += 1
      if count == 7 {
        add(count << 56 | word, at: offset)
        (word, count) = (0, 0)
      }
    }
    if count > 0 { add(count << 56 | word, at: offset) }
  }

  private func add(_ word: UInt64, at offset: Int) {
    guard let place = queue.claim() else { return }
    let slot = slots[place % Self.capacity]
    let delay = MonotonicClock.duration(ofFrames: max(0, offset), sampleRate: sampleRate)
    slot.time.store(nanoseconds + delay, ordering: .relaxed)
    slot.word.store(word, ordering: .relaxed)
    queue.fill(place)
  }

  // MARK: One other thread at a time

  /// Takes the waiting messages, in their order.
  fileprivate func take() -> EndpointSender.Messages {
    exclusive.withLock { exclusive in
      var messages: EndpointSender.Messages = []
      while let place = queue.next {
        let slot = slots[place % Self.capacity]
        let word = slot.word.load(ordering: .relaxed)
        let time = UInt64(max(1, slot.time.load(ordering: .relaxed)))
        queue.free()
        let bytes = (0..<min(7, word >> 56)).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        if bytes.first == 0xF0 || (bytes.first ?? 0x80) < 0x80 || bytes.first == 0xF7 {
          exclusive += bytes
          guard bytes.last == 0xF7 else { continue }
          messages.append((time, exclusive))
        } else {
          messages.append((time, bytes))
        }
        exclusive = []
      }
      return messages
    }
  }
}

/// The endpoints that receive messages of a sequence.
package final class EndpointDestinations: Sendable {
  private let known = Mutex<[UInt32: EndpointDestination]>([:])

  package init() {}

  /// The destination for an endpoint; `nil` if the endpoint does not exist.
  package subscript(endpoint: UInt32) -> EndpointDestination? {
    guard let send = EndpointSender.send, send(endpoint, []) else { return nil }
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
      let messages = destination.take()
      if !messages.isEmpty { _ = send(destination.endpoint, messages) }
    }
  }
}
