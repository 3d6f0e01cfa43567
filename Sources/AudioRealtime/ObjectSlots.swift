internal import Synchronization

/// A small table of objects that a render thread looks up by number, without a lock.
@safe
package final class ObjectSlots: @unchecked Sendable {
  // Sendable: the slots are atomic. An object stays in its slot, and thus alive, until its removal.
  // The caller of `remove` ensures that no thread still looks it up.

  private final class Slot: Sendable {
    let key = Atomic<UInt>(0)
    let object = Atomic<UInt>(0)
  }

  private let slots: [Slot]

  /// Reserves `count` slots.
  package init(count: Int) {
    slots = (0..<count).map { _ in Slot() }
  }

  /// Stores an object.
  ///
  /// - Returns: Whether a slot was free.
  package func add(_ object: AnyObject, key: UInt) -> Bool {
    // Safe: `remove` releases the object.
    let reference = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    for slot in slots
    where slot.object.compareExchange(
      expected: 0, desired: reference, ordering: .acquiringAndReleasing
    ).exchanged {
      slot.key.store(key, ordering: .releasing)
      return true
    }
    // Safe: retained above, and no other thread has seen the object.
    unsafe Unmanaged.passUnretained(object).release()
    return false
  }

  /// Returns the object with a number, or `nil`.
  ///
  /// For a render thread.
  package func object(_ key: UInt) -> AnyObject? {
    // An iterator allocates memory in builds without optimization.
    var index = 0
    while index < slots.count {
      let slot = slots[index]
      index += 1
      guard slot.key.load(ordering: .acquiring) == key else { continue }
      let reference = slot.object.load(ordering: .acquiring)
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: reference) else { return nil }
      // Safe: the slot contains a retained object as long as it has the key.
      return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }
    return nil
  }

  /// Releases an object.
  package func remove(_ key: UInt) {
    for slot in slots where slot.key.load(ordering: .acquiring) == key {
      slot.key.store(0, ordering: .releasing)
      let reference = slot.object.exchange(0, ordering: .acquiringAndReleasing)
      // Safe: `add` retained the object.
      unsafe UnsafeRawPointer(bitPattern: reference).map {
        unsafe Unmanaged<AnyObject>.fromOpaque($0).release()
      }
    }
  }
}
