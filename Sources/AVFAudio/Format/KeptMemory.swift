internal import Synchronization

/// Memory that is written once and lent to clients, and as a rule stays for good: one piece for each value.
///
/// On Apple's systems what a format or a layout lends outlives the object until the pool of its thread is drained, so that clients read
/// it off an object that nobody holds any more, as in `AVAudioFormat(…)!.streamDescription.pointee`. Different values are few; beyond
/// ``mostKeptBytes`` the memory goes with its object.
@safe struct KeptMemory: Sendable {
  private let address: UInt
  private let goesWithObject: Bool

  /// Bytes that stay at most.
  private static let mostKeptBytes = 1 << 20
  private static let kept = Mutex<(addresses: [[UInt8]: UInt], byteCount: Int)>(([:], 0))

  /// Memory that holds these bytes, aligned for any value.
  init(_ bytes: [UInt8]) {
    (address, goesWithObject) = Self.kept.withLock { kept in
      if let known = kept.addresses[bytes] { return (known, false) }
      let new = Self.allocate(bytes)
      guard kept.byteCount + bytes.count <= Self.mostKeptBytes else { return (new, true) }
      kept.addresses[bytes] = new
      kept.byteCount += bytes.count
      return (new, false)
    }
  }

  private static func allocate(_ bytes: [UInt8]) -> UInt {
    // Safe: room for the bytes, all of which are written; the address keeps it.
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: 16)
    unsafe memory.copyBytes(from: bytes)
    return UInt(bitPattern: memory.baseAddress)
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

  /// Gives the memory back, with the object that lent it.
  func release() {
    // Safe: made by `allocate`, and nobody else's.
    if goesWithObject { unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }
}
