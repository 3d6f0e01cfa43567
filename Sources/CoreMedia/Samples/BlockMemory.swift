internal import Synchronization

/// Memory that block buffers share.
// Unchecked: as on Apple's systems, clients order their accesses to the bytes.
@safe final class BlockMemory: @unchecked Sendable {
  let byteCount: Int
  private let lock = Mutex(())
  private var start: UnsafeMutableRawPointer?
  private let free: (UnsafeMutableRawPointer) -> Void

  /// Uses a client's memory, or allocates memory on first use.
  ///
  /// - Parameters:
  ///   - start: The client's memory, or `nil` to allocate.
  ///   - byteCount: The number of bytes.
  ///   - free: Frees the memory.
  init(
    _ start: UnsafeMutableRawPointer?, byteCount: Int,
    free: @escaping (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe self.start = start
    self.byteCount = byteCount
    unsafe self.free = free
  }

  /// Memory that is allocated on first use.
  convenience init(byteCount: Int) {
    unsafe self.init(nil, byteCount: byteCount) { unsafe $0.deallocate() }
  }

  deinit {
    if let start = unsafe start { unsafe free(start) }
  }

  var isAllocated: Bool { lock.withLock { _ in unsafe start != nil } }

  /// The bytes, which are allocated by the first call.
  var pointer: UnsafeMutableRawPointer {
    unsafe lock.withLock { _ in
      if let start = unsafe start { return unsafe start }
      let new = UnsafeMutableRawPointer.allocate(byteCount: max(1, byteCount), alignment: 16)
      unsafe start = new
      return unsafe new
    }
  }
}
