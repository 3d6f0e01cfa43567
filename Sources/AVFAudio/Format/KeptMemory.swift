internal import Synchronization

/// Memory that is written once and lent to clients, and outlives the object that lent it for a while.
///
/// On Apple's systems what a format or a layout lends outlives the object until the pool of its thread is drained, so that clients read
/// it off an object that nobody holds any more, as in `AVAudioFormat(…)!.streamDescription.pointee`. Here the last ``mostKeptBytes`` that
/// were released stay, the oldest go first: some 26,000 formats die between a format's end and that of its memory.
@safe struct KeptMemory: Sendable {
  private let address: UInt
  private let byteCount: Int

  /// Bytes of objects that are gone which stay at most.
  private static let mostKeptBytes = 1 << 20
  private static let released = Mutex(Released())

  /// Memory that holds these bytes, aligned for any value.
  init(_ bytes: [UInt8]) {
    // Safe: room for the bytes, all of which are written; the address keeps it.
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: 16)
    unsafe memory.copyBytes(from: bytes)
    address = UInt(bitPattern: memory.baseAddress)
    byteCount = bytes.count
  }

  /// What the memory holds, as a value of a type.
  ///
  /// - Precondition: The bytes were those of such a value.
  func pointer<Value>(to type: Value.Type) -> UnsafePointer<Value> {
    guard let pointer = unsafe UnsafePointer<Value>(bitPattern: address) else {
      preconditionFailure("memory has an address")
    }
    return unsafe pointer
  }

  /// Gives the memory back, once, with the object that lent it.
  func release() {
    Self.released.withLock { released in
      released.pieces.append(self)
      released.byteCount += byteCount
      while released.byteCount > Self.mostKeptBytes { released.freeOldest() }
    }
  }

  /// Memory of objects that are gone, the oldest first.
  private struct Released {
    var pieces: [KeptMemory] = []
    var byteCount = 0
    /// Pieces at the front that are freed.
    private var freedCount = 0

    mutating func freeOldest() {
      let oldest = pieces[freedCount]
      // Safe: made by `init`, and its object is gone.
      unsafe UnsafeMutableRawPointer(bitPattern: oldest.address)?.deallocate()
      byteCount -= oldest.byteCount
      freedCount += 1
      guard freedCount * 2 > pieces.count else { return }
      pieces.removeFirst(freedCount)
      freedCount = 0
    }
  }
}
