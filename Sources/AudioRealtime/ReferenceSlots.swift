internal import Synchronization

/// The objects behind the references of clients, which render threads look up without a lock.
///
/// A reference is a unique number that contains its slot, so a lookup takes one comparison. Closed
/// and invalid references are detected.
@safe
package final class ReferenceSlots: @unchecked Sendable {
  // Sendable: the slots are atomic. An object stays in its slot, and thus alive, until its removal.
  // The client ensures that no thread looks it up during the removal.

  private struct Slot: ~Copyable {
    let reference = Atomic<UInt>(0)
    let object = Atomic<UInt>(0)
  }

  // Clients may misinterpret small references or low bits.
  private static let lowBits: UInt = 4
  private static let slotBits: UInt = 16

  private let slots: UnsafeMutablePointer<Slot>
  private let capacity: Int
  private let serial = Atomic<UInt>(0)
  private let used = Atomic<Int>(0)

  /// Reserves `count` slots, at most 65,536.
  package init(count: Int) {
    precondition(count > 0 && count <= 1 << Self.slotBits)
    capacity = count
    unsafe slots = .allocate(capacity: count)
    // Safe: the memory has room for `count` slots.
    for index in 0..<count { unsafe (slots + index).initialize(to: Slot()) }
  }

  deinit {
    // Safe: allocated and initialized by `init`.
    unsafe slots.deinitialize(count: capacity)
    unsafe slots.deallocate()
  }

  /// The number of references in use.
  package var count: Int { used.load(ordering: .relaxed) }

  /// Stores an object.
  ///
  /// - Returns: The reference, or `nil` if no slot is free.
  package func add(_ object: AnyObject) -> UInt? {
    // Safe: `remove` releases the object.
    let address = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    for index in 0..<capacity {
      // Safe: the index is in range.
      guard
        unsafe slots[index].object.compareExchange(
          expected: 0, desired: address, ordering: .acquiringAndReleasing
        ).exchanged
      else { continue }
      let number = serial.wrappingAdd(1, ordering: .relaxed).newValue
      let reference =
        number << (Self.lowBits + Self.slotBits) | UInt(index) << Self.lowBits
      unsafe slots[index].reference.store(reference, ordering: .releasing)
      used.wrappingAdd(1, ordering: .relaxed)
      return reference
    }
    // Safe: retained above, and no other thread has seen the object.
    unsafe Unmanaged.passUnretained(object).release()
    return nil
  }

  private func index(of reference: UInt) -> Int? {
    let index = Int(reference >> Self.lowBits & (1 << Self.slotBits - 1))
    return reference != 0 && index < capacity ? index : nil
  }

  /// Returns the object of a reference, or `nil` if the reference is closed.
  ///
  /// For a render thread.
  package func object(_ reference: UInt) -> AnyObject? {
    // Safe: the index is in range, and the slot holds a retained object while it has the reference.
    guard let index = index(of: reference),
      unsafe slots[index].reference.load(ordering: .acquiring) == reference,
      let pointer = unsafe UnsafeRawPointer(
        bitPattern: slots[index].object.load(ordering: .acquiring))
    else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Closes a reference.
  ///
  /// - Returns: Its object, or `nil` if the reference is already closed.
  package func remove(_ reference: UInt) -> AnyObject? {
    // Safe: the index is in range, and only one caller closes the reference.
    guard let index = index(of: reference),
      unsafe slots[index].reference.compareExchange(
        expected: reference, desired: 0, ordering: .acquiringAndReleasing
      ).exchanged
    else { return nil }
    used.wrappingSubtract(1, ordering: .relaxed)
    let address = unsafe slots[index].object.exchange(0, ordering: .acquiringAndReleasing)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    // Safe: `add` retained the object.
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
  }
}
