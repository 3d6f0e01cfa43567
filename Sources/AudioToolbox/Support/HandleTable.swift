internal import Synchronization

/// The number of references created so far, by all tables: each reference belongs to one table.
private let serials = Atomic<UInt>(0)

/// The objects behind the opaque references that clients hold.
///
/// A reference is a unique number instead of an address. Closed and invalid references are
/// therefore detected. The number contains the index in the table, so that a lookup takes one
/// comparison.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  private struct Slot {
    var reference: UInt
    var object: Object?
  }

  private struct Contents {
    var slots: [Slot] = []
    /// The indices of slots without an object.
    var free: [Int] = []
  }

  // The number of unused low bits, because clients may misinterpret small references or low bits.
  private static var lowBits: UInt { 4 }
  private static var slotBits: UInt { 28 }
  private static var mostSlots: Int { 1 << slotBits }

  private let contents = Mutex(Contents())

  init() {}

  /// The number of references in use.
  var count: Int { contents.withLock { $0.slots.count - $0.free.count } }

  /// Adds an object, and keeps it until its reference is removed.
  ///
  /// - Precondition: Fewer than 268 million references are in use. Memory runs out long before.
  func add(_ object: Object) -> OpaquePointer? {
    // Safe: the pointer is never dereferenced and only holds a number.
    unsafe OpaquePointer(
      bitPattern: contents.withLock { contents in
        let index = contents.free.popLast() ?? contents.slots.count
        precondition(index < Self.mostSlots, "too many Core Audio objects of one kind exist")
        let serial = serials.add(1, ordering: .relaxed).newValue
        let reference =
          serial << (Self.lowBits + Self.slotBits) | UInt(index) << Self.lowBits
        let slot = Slot(reference: reference, object: object)
        if index == contents.slots.count {
          contents.slots.append(slot)
        } else {
          contents.slots[index] = slot
        }
        return reference
      })
  }

  /// The object for a reference, or `nil` if the reference is closed.
  func object(_ reference: OpaquePointer) -> Object? {
    let number = UInt(bitPattern: reference)
    return contents.withLock { contents in
      Self.index(of: number, in: contents).flatMap { contents.slots[$0].object }
    }
  }

  /// Removes the object for a reference.
  ///
  /// - Returns: The object, or `nil` if the reference is already closed.
  func remove(_ reference: OpaquePointer) -> Object? {
    let number = UInt(bitPattern: reference)
    return contents.withLock { contents in
      guard let index = Self.index(of: number, in: contents) else { return nil }
      contents.free.append(index)
      contents.slots[index].reference = 0
      return contents.slots[index].object.take()
    }
  }

  private static func index(of reference: UInt, in contents: borrowing Contents) -> Int? {
    let index = Int(reference >> lowBits) & (mostSlots - 1)
    guard index < contents.slots.count, contents.slots[index].reference == reference else {
      return nil
    }
    return index
  }
}
