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
    let start = read.load(ordering: .relaxed)
    guard written.load(ordering: .acquiring) - start >= count else { return nil }
    let offset = start % capacity
    let first = min(count, capacity - offset)
    // Safe: both runs lie in the ring and were written.
    var taken = unsafe Array(UnsafeRawBufferPointer(start: bytes + offset, count: first))
    unsafe taken.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count - first))
    read.store(start + count, ordering: .releasing)
    return taken
  }
}
