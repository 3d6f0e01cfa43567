internal import Synchronization

/// Memory that block buffers share.
// Unchecked: as on Apple's systems, clients order their accesses to the bytes.
@safe final class BlockMemory: @unchecked Sendable {
  let byteCount: Int
  private let lock = Mutex(())
  private var start: UnsafeMutableRawPointer?
  private let free: (UnsafeMutableRawPointer) -> Void

  /// Takes memory, or allocates it when it is needed first.
  ///
  /// - Parameters:
  ///   - start: The memory of a client; `nil` to allocate.
  ///   - byteCount: Its size.
  ///   - free: Frees the memory of the client.
  init(
    _ start: UnsafeMutableRawPointer?, byteCount: Int,
    free: @escaping (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe self.start = start
    self.byteCount = byteCount
    unsafe self.free = free
  }

  /// Memory that is allocated when it is needed first.
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
