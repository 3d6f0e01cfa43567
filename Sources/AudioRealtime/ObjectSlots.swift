internal import Synchronization

/// A few objects that a render thread finds by number, without a lock.
@safe
package final class ObjectSlots: @unchecked Sendable {
  // Sendable: the slots are atomics. An object stays in its slot, and so alive, until it is removed; whoever removes it sees to it
  // that no thread still looks for it.

  private final class Slot: Sendable {
    let key = Atomic<UInt>(0)
    let object = Atomic<UInt>(0)
  }

  private let slots: [Slot]

  /// Makes room for so many objects.
  package init(count: Int) {
    slots = (0..<count).map { _ in Slot() }
  }

  /// Keeps an object.
  ///
  /// - Returns: Whether there was a slot left.
  package func add(_ object: AnyObject, key: UInt) -> Bool {
    // Safe: released by `remove`.
    let reference = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    for slot in slots
    where slot.object.compareExchange(
      expected: 0, desired: reference, ordering: .acquiringAndReleasing
    ).exchanged {
      slot.key.store(key, ordering: .releasing)
      return true
    }
    // Safe: retained above, and nobody has seen it.
    unsafe Unmanaged.passUnretained(object).release()
    return false
  }

  /// The object of a number, or `nil`; asked by a render thread.
  package func object(_ key: UInt) -> AnyObject? {
    // An iterator takes memory where the compiler does not optimise.
    var index = 0
    while index < slots.count {
      let slot = slots[index]
      index += 1
      guard slot.key.load(ordering: .acquiring) == key else { continue }
      let reference = slot.object.load(ordering: .acquiring)
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: reference) else { return nil }
      // Safe: the slot holds a retained object as long as it has the key.
      return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }
    return nil
  }

  /// Lets go of an object.
  package func remove(_ key: UInt) {
    for slot in slots where slot.key.load(ordering: .acquiring) == key {
      slot.key.store(0, ordering: .releasing)
      let reference = slot.object.exchange(0, ordering: .acquiringAndReleasing)
      // Safe: retained by `add`.
      unsafe UnsafeRawPointer(bitPattern: reference).map {
        unsafe Unmanaged<AnyObject>.fromOpaque($0).release()
      }
    }
  }
}
