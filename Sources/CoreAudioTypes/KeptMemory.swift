internal import Synchronization

/// Memory that is written once and lent to clients, and that outlives its owner for a while.
///
/// On Apple's systems, a pointer from a format or layout stays valid until the thread drains its
/// pool. Clients can therefore read it after the object is released, as in
/// `AVAudioFormat(…)!.streamDescription.pointee`. Here, the last ``mostKeptBytes`` of released
/// memory stay allocated, and the oldest is freed first. A format's memory survives the release of
/// about 26,000 other formats.
@safe package struct KeptMemory: Sendable {
  private let address: UInt
  private let byteCount: Int

  /// The limit in bytes for memory of released objects.
  private static let mostKeptBytes = 1 << 20
  private static let released = Mutex(Released())

  /// Allocates memory with these bytes, aligned for any value.
  package init(_ bytes: [UInt8]) {
    // Safe: the memory has room for all the bytes, and the address keeps track of it.
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: 16)
    unsafe memory.copyBytes(from: bytes)
    address = UInt(bitPattern: memory.baseAddress)
    byteCount = bytes.count
  }

  /// A pointer to the memory as a value of a type.
  ///
  /// - Precondition: The bytes are those of such a value.
  package func pointer<Value>(to type: Value.Type) -> UnsafePointer<Value> {
    guard let pointer = unsafe UnsafePointer<Value>(bitPattern: address) else {
      preconditionFailure("the memory has no address")
    }
    return unsafe pointer
  }

  /// Releases the memory; its owner calls this once, when it is deallocated.
  package func release() {
    Self.released.withLock { released in
      released.pieces.append(self)
      released.byteCount += byteCount
      while released.byteCount > Self.mostKeptBytes { released.freeOldest() }
    }
  }

  /// The memory of released objects, oldest first.
  private struct Released {
    var pieces: [KeptMemory] = []
    var byteCount = 0
    /// The number of freed pieces at the front.
    private var freedCount = 0

    mutating func freeOldest() {
      let oldest = pieces[freedCount]
      // Safe: `init` allocated it, and its owner no longer exists.
      unsafe UnsafeMutableRawPointer(bitPattern: oldest.address)?.deallocate()
      byteCount -= oldest.byteCount
      freedCount += 1
      guard freedCount * 2 > pieces.count else { return }
      pieces.removeFirst(freedCount)
      freedCount = 0
    }
  }
}
