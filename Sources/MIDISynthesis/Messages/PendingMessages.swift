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
  /// The number of messages with ahead timing.
  private var aheadCount = 0
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
      if message.timing == .withdrawal {
        withdraw()
      } else {
        insert(Pending(message: message, start: start))
      }
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
    if new.message.timing == .ahead { aheadCount += 1 }
  }

  var isEmpty: Bool { first == end }

  /// Finds the next message that is due.
  ///
  /// - Parameter lead: The frames by which messages of a sequence are due early.
  /// - Returns: The index and the frame from the start of the slice; `nil` without messages.
  func next(lead: Int) -> (index: Int, frame: Int)? {
    guard aheadCount > 0 else { return isEmpty ? nil : (first, messages[first].message.offset) }
    var next: (index: Int, frame: Int)?
    var index = first
    // The messages are in the order of their offsets.
    while index < end, messages[index].message.offset - lead < next?.frame ?? .max {
      let message = messages[index].message
      let frame = message.offset - (message.timing == .ahead ? lead : 0)
      if frame < next?.frame ?? .max { next = (index, frame) }
      index += 1
    }
    return next
  }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - place: Its index, from ``next(lead:)``.
  ///   - body: Receives it, and the bytes of a system-exclusive message.
  mutating func take(at place: Int, _ body: (SynthesizerMessage, Span<UInt8>) -> Void) {
    let pending = messages[place]
    if pending.message.timing == .ahead { aheadCount -= 1 }
    var index = place
    while index > first {
      messages[index] = messages[index - 1]
      index -= 1
    }
    first += 1
    let count = pending.message.isSystemExclusive ? pending.message.bytes : 0
    bytes.with(pending.start..<pending.start + count) { body(pending.message, $0) }
  }

  /// Makes the messages that were sent ahead due now, and turns the starts of notes into ends.
  private mutating func withdraw() {
    var (place, index) = (first, first)
    while index < end {
      defer { index += 1 }
      guard messages[index].message.timing == .ahead else { continue }
      var moved = messages[index]
      if moved.message.kind == 0x90 { moved.message.status = 0x80 | moved.message.status & 0x0F }
      moved.message.offset = min(0, messages[first].message.offset)
      var later = index
      while later > place {
        messages[later] = messages[later - 1]
        later -= 1
      }
      messages[place] = moved
      place += 1
    }
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
