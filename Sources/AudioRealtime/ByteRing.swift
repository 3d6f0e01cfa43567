internal import Synchronization

/// A ring of bytes between one writing thread and one reading thread.
@safe
package final class ByteRing: @unchecked Sendable {
  // Sendable: the writer only accesses bytes that the reader has released, and the reader only
  // written bytes. The atomics order both.

  /// The ring's capacity in bytes.
  package let capacity: Int
  private let bytes: UnsafeMutableRawPointer
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)

  /// Creates a ring, and touches its memory immediately.
  package init(capacity: Int) {
    precondition(capacity > 0, "ByteRing: the capacity in bytes must be greater than 0")
    self.capacity = capacity
    unsafe bytes = .allocate(byteCount: capacity, alignment: 64)
    // Safe: the count equals the allocation.
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit {
    // Safe: `init` allocated the memory, and no other reference to the ring exists.
    unsafe bytes.deallocate()
  }

  /// Bytes available for reading.
  package var unreadCount: Int {
    written.load(ordering: .acquiring) - read.load(ordering: .acquiring)
  }

  /// Bytes that can be written.
  ///
  /// For the writing thread.
  package var writableCount: Int {
    capacity - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring))
  }

  /// Writes bytes after those that are not yet published.
  ///
  /// For the writing thread.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - offset: Bytes since the last ``publish(_:)``.
  /// - Precondition: The ring has room for the bytes.
  package func write(_ source: UnsafeRawBufferPointer, after offset: Int) {
    precondition(offset >= 0 && offset + source.count <= writableCount, "no room for the bytes")
    guard let base = source.baseAddress else { return }
    let start = (written.load(ordering: .relaxed) + offset) % capacity
    let first = min(source.count, capacity - start)
    // Safe: both runs lie in the ring, and their total length equals the source.
    unsafe (bytes + start).copyMemory(from: base, byteCount: first)
    unsafe bytes.copyMemory(from: base + first, byteCount: source.count - first)
  }

  /// Publishes written bytes to the reading thread.
  ///
  /// For the writing thread.
  package func publish(_ count: Int) {
    written.store(written.load(ordering: .relaxed) + count, ordering: .releasing)
  }

  /// Removes bytes from the ring.
  ///
  /// For the reading thread.
  ///
  /// - Returns: The bytes, or `nil` if fewer are available.
  package func take(_ count: Int) -> [UInt8]? {
    guard unreadCount >= count else { return nil }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { room, initializedCount in
      // Safe: the buffer has room for the requested bytes.
      let isTaken = unsafe take(
        into: UnsafeMutableRawBufferPointer(start: room.baseAddress, count: count))
      initializedCount = isTaken ? count : 0
    }
  }

  /// Removes bytes to fill the buffer.
  ///
  /// For the reading thread.
  ///
  /// - Returns: Whether enough bytes were available. If not, the ring is unchanged.
  func take(into room: UnsafeMutableRawBufferPointer) -> Bool {
    let start = read.load(ordering: .relaxed)
    guard written.load(ordering: .acquiring) - start >= room.count else { return false }
    guard let base = room.baseAddress else { return true }
    let offset = start % capacity
    let first = min(room.count, capacity - offset)
    // Safe: both runs are written bytes of the ring, and their total length equals the buffer.
    unsafe base.copyMemory(from: bytes + offset, byteCount: first)
    unsafe (base + first).copyMemory(from: bytes, byteCount: room.count - first)
    read.store(start + room.count, ordering: .releasing)
    return true
  }
}
