internal import Synchronization

/// The messages that any thread sends to a render thread, without a lock.
///
/// A system-exclusive message takes one place for each 16 bytes.
@safe
final class MessageQueue: @unchecked Sendable {
  // Unchecked: a place belongs to the sender that has reserved it, until its number passes it on to
  // the reader. The numbers are atomic.

  /// A place of the ring.
  private struct Place {
    var message = SynthesizerMessage(0)
    /// The bytes of a system-exclusive message that follow in later places.
    var laterBytes = 0
  }

  static let capacity = 4_096
  static let bytesPerPlace = 16
  /// The maximum number of bytes of a system-exclusive message.
  static let mostBytes = capacity / 2 * bytesPerPlace

  private let places: UnsafeMutablePointer<Place>
  private let bytes: UnsafeMutablePointer<UInt8>
  /// The position for which a place is free, or one more than the position that it holds.
  private let numbers: UnsafeMutablePointer<Atomic<Int>>
  private let end = Atomic<Int>(0)
  /// The position that is read next.
  private var begin = 0

  init() {
    unsafe places = .allocate(capacity: Self.capacity)
    unsafe bytes = .allocate(capacity: Self.capacity * Self.bytesPerPlace)
    unsafe numbers = .allocate(capacity: Self.capacity)
    // Safe: the memory has this capacity.
    unsafe places.initialize(repeating: Place(), count: Self.capacity)
    unsafe bytes.initialize(repeating: 0, count: Self.capacity * Self.bytesPerPlace)
    for index in 0..<Self.capacity { unsafe (numbers + index).initialize(to: Atomic(index)) }
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe numbers.deinitialize(count: Self.capacity)
    unsafe numbers.deallocate()
    unsafe bytes.deallocate()
    unsafe places.deallocate()
  }

  // MARK: Any thread

  /// Adds a message.
  ///
  /// - Returns: Whether there was room.
  func add(_ message: SynthesizerMessage) -> Bool {
    guard let position = reserve(1) else { return false }
    // Safe: the sender owns the place.
    unsafe places[position % Self.capacity] = Place(message: message)
    pass(position)
    return true
  }

  /// Adds a system-exclusive message, without 0xF0 and 0xF7.
  ///
  /// - Returns: Whether there was room.
  func add(systemExclusive content: Span<UInt8>, at offset: Int, isAhead: Bool = false) -> Bool {
    let count = max(1, (content.count + Self.bytesPerPlace - 1) / Self.bytesPerPlace)
    guard content.count <= Self.mostBytes, let first = reserve(count) else { return false }
    // The reader takes the first place only when all others are complete.
    for index in (0..<count).reversed() {
      let slot = (first + index) % Self.capacity
      let start = index * Self.bytesPerPlace
      let length = min(Self.bytesPerPlace, content.count - start)
      for byte in 0..<length {
        // Safe: the sender owns the place, and `length` bytes fit.
        unsafe bytes[slot * Self.bytesPerPlace + byte] = content[start + byte]
      }
      var message = SynthesizerMessage(SynthesizerMessage.systemExclusive, at: offset)
      message.bytes = length
      message.timing = isAhead ? .ahead : .exact
      unsafe places[slot] = Place(
        message: message, laterBytes: content.count - start - length)
      pass(first + index)
    }
    return true
  }

  /// Reserves places in a row; `nil` if there is no room.
  private func reserve(_ count: Int) -> Int? {
    while true {
      let position = end.load(ordering: .relaxed)
      let last = position + count - 1
      // Places become free in their order.
      let number = unsafe numbers[last % Self.capacity].load(ordering: .acquiring)
      if number < last { return nil }
      let isReserved =
        number == last
        && end.compareExchange(
          expected: position, desired: position + count, ordering: .relaxed
        ).exchanged
      if isReserved { return position }
    }
  }

  private func pass(_ position: Int) {
    unsafe numbers[position % Self.capacity].store(position + 1, ordering: .releasing)
  }

  // MARK: The render thread

  /// Takes the next message; `nil` at the end, or if its bytes have no room.
  func next(bytesInto memory: inout MessageBytes) -> SynthesizerMessage? {
    guard let place = place(at: begin) else { return nil }
    var message = place.message
    if message.isSystemExclusive {
      let total = message.bytes + place.laterBytes
      guard memory.hasRoom(total) else { return nil }
      takeBytes(total, into: &memory)
      message.bytes = total
    } else {
      release()
    }
    return message
  }

  /// Forgets all messages; without a render thread, on any thread.
  func removeAll() {
    while place(at: begin) != nil { release() }
  }

  private func takeBytes(_ total: Int, into memory: inout MessageBytes) {
    var left = max(total, 1)
    while left > 0, let place = place(at: begin) {
      let slot = begin % Self.capacity
      var byte = 0
      while byte < place.message.bytes {
        // Safe: the place has this many bytes.
        memory.append(unsafe bytes[slot * Self.bytesPerPlace + byte])
        byte += 1
      }
      left -= max(1, place.message.bytes)
      release()
    }
  }

  private func place(at position: Int) -> Place? {
    let slot = position % Self.capacity
    // Safe: the number states that the place belongs to the reader.
    guard unsafe numbers[slot].load(ordering: .acquiring) == position + 1 else { return nil }
    return unsafe places[slot]
  }

  private func release() {
    unsafe numbers[begin % Self.capacity].store(begin + Self.capacity, ordering: .releasing)
    begin += 1
  }
}

/// The bytes of pending system-exclusive messages, in the order of their arrival.
struct MessageBytes {
  private var bytes = [UInt8](repeating: 0, count: 2 * MessageQueue.mostBytes)
  private var count = 0

  func hasRoom(_ more: Int) -> Bool { more <= bytes.count - count }

  mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// The place of the next byte.
  var end: Int { count }

  mutating func removeAll() { count = 0 }

  /// Calls `body` with some bytes.
  func with(_ range: Range<Int>, _ body: (Span<UInt8>) -> Void) {
    body(bytes.span.extracting(range))
  }
}
