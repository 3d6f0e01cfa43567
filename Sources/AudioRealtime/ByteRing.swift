internal import Synchronization

/// A ring of bytes between one writing and one reading thread.
@safe
package final class ByteRing: @unchecked Sendable {
  // Sendable: the writer touches only bytes that the reader has given back, the reader only those that
  // were written, and the atomics order the two.

  /// Bytes that the ring holds.
  package let capacity: Int
  private let bytes: UnsafeMutableRawPointer
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)

  /// Makes a ring, whose memory is touched at once.
  package init(capacity: Int) {
    precondition(capacity > 0, "room for a byte")
    self.capacity = capacity
    unsafe bytes = .allocate(byteCount: capacity, alignment: 64)
    // Safe: as many as were allocated.
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit {
    // Safe: allocated by `init`, and nobody else holds the ring any more.
    unsafe bytes.deallocate()
  }

  /// Bytes that wait to be read.
  package var unreadCount: Int {
    written.load(ordering: .acquiring) - read.load(ordering: .acquiring)
  }

  /// Bytes for which there is room, asked by the writing thread.
  package var writableCount: Int {
    capacity - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring))
  }

  /// Writes bytes behind those that were written and not yet published, on the writing thread.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - offset: Bytes since the last ``publish(_:)``.
  /// - Precondition: There is room for them.
  package func write(_ source: UnsafeRawBufferPointer, after offset: Int) {
    precondition(offset >= 0 && offset + source.count <= writableCount, "room")
    guard let base = source.baseAddress else { return }
    let start = (written.load(ordering: .relaxed) + offset) % capacity
    let first = min(source.count, capacity - start)
    // Safe: both runs lie in the ring, and together they are as long as the source.
    unsafe (bytes + start).copyMemory(from: base, byteCount: first)
    unsafe bytes.copyMemory(from: base + first, byteCount: source.count - first)
  }

  /// Lets the reading thread have what was written, on the writing thread.
  package func publish(_ count: Int) {
    written.store(written.load(ordering: .relaxed) + count, ordering: .releasing)
  }

  /// Takes bytes out, on the reading thread.
  ///
  /// - Returns: The bytes, or `nil` where there are fewer.
  package func take(_ count: Int) -> [UInt8]? {
    guard unreadCount >= count else { return nil }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { room, initializedCount in
      // Safe: there is room for as many bytes as are asked for.
      let isTaken = unsafe take(
        into: UnsafeMutableRawBufferPointer(start: room.baseAddress, count: count))
      initializedCount = isTaken ? count : 0
    }
  }

  /// Takes as many bytes out as there is room for, on the reading thread.
  ///
  /// - Returns: Whether there were as many; nothing is taken where not.
  func take(into room: UnsafeMutableRawBufferPointer) -> Bool {
    let start = read.load(ordering: .relaxed)
    guard written.load(ordering: .acquiring) - start >= room.count else { return false }
    guard let base = room.baseAddress else { return true }
    let offset = start % capacity
    let first = min(room.count, capacity - offset)
    // Safe: both runs lie in the ring and were written, and together they are as long as the room.
    unsafe base.copyMemory(from: bytes + offset, byteCount: first)
    unsafe (base + first).copyMemory(from: bytes, byteCount: room.count - first)
    read.store(start + room.count, ordering: .releasing)
    return true
  }
}
