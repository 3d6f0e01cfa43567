/// The messages that wait for their frames, for the render thread.
struct PendingMessages {
  private struct Pending {
    var message = SynthesizerMessage(0)
    /// The first byte of a system-exclusive message.
    var start = 0
  }

  private static let capacity = 8_192

  private var messages = [Pending](repeating: Pending(), count: capacity)
  private var first = 0
  private var end = 0
  private var bytes = MessageBytes()

  /// Takes the messages of a queue, as far as there is room.
  mutating func take(_ queue: MessageQueue) {
    if first == end {
      (first, end) = (0, 0)
      bytes.removeAll()
    } else if end == Self.capacity, first > 0 {
      var index = first
      while index < end {
        messages[index - first] = messages[index]
        index += 1
      }
      (first, end) = (0, end - first)
    }
    while end < Self.capacity {
      let start = bytes.end
      guard let message = queue.next(bytesInto: &bytes) else { return }
      insert(Pending(message: message, start: start))
    }
  }

  /// Inserts a message after all messages of the same frame and of earlier frames.
  private mutating func insert(_ new: Pending) {
    var index = end
    while index > first, messages[index - 1].message.offset > new.message.offset {
      messages[index] = messages[index - 1]
      index -= 1
    }
    messages[index] = new
    end += 1
  }

  /// The frame at which the earliest message is due, from the start of the slice; `nil` without
  /// messages.
  var nextOffset: Int? { first < end ? messages[first].message.offset : nil }

  /// Takes the first message.
  ///
  /// - Parameter body: Receives it, and the bytes of a system-exclusive message.
  mutating func takeFirst(_ body: (SynthesizerMessage, Span<UInt8>) -> Void) {
    let pending = messages[first]
    first += 1
    let count = pending.message.isSystemExclusive ? pending.message.bytes : 0
    bytes.with(pending.start..<pending.start + count) { body(pending.message, $0) }
  }

  /// Counts the messages' frames from the end of a slice that has been rendered.
  mutating func advance(_ count: Int) {
    var index = first
    while index < end {
      messages[index].message.offset -= count
      index += 1
    }
  }
}
