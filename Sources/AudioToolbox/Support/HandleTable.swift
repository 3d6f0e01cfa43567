internal import Synchronization

/// The objects behind the opaque references that clients hold.
///
/// A reference is a number, not an address, and no number comes twice. So a reference that was closed, or
/// never was one, finds nothing. A number tells its place in the table, so that finding is one comparison.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  private struct Slot {
    var reference: UInt
    var object: Object?
  }

  private struct Contents {
    var slots: [Slot] = []
    /// Slots without an object.
    var free: [Int] = []
    /// How many references there have been.
    var serial: UInt = 0
  }

  // Clients may take a reference with low bits set, or a small one, for something else.
  private static var lowBits: UInt { 4 }
  private static var slotBits: UInt { 28 }
  private static var mostSlots: Int { 1 << slotBits }

  private let contents = Mutex(Contents())

  init() {}

  /// References that are in use.
  var count: Int { contents.withLock { $0.slots.count - $0.free.count } }

  /// Keeps `object` until its reference is removed.
  ///
  /// - Precondition: Fewer than 268 million are in use, which memory forbids long before.
  func add(_ object: Object) -> OpaquePointer? {
    // Safe: nobody reads memory by this pointer; it only carries the number.
    unsafe OpaquePointer(
      bitPattern: contents.withLock { contents in
        let index = contents.free.popLast() ?? contents.slots.count
        precondition(index < Self.mostSlots, "a place for each reference")
        contents.serial += 1
        let reference =
          contents.serial << (Self.lowBits + Self.slotBits) | UInt(index) << Self.lowBits
        let slot = Slot(reference: reference, object: object)
        if index == contents.slots.count {
          contents.slots.append(slot)
        } else {
          contents.slots[index] = slot
        }
        return reference
      })
  }

  /// The object behind a reference, or `nil` where it is closed.
  func object(_ reference: OpaquePointer) -> Object? {
    let number = UInt(bitPattern: reference)
    return contents.withLock { contents in
      Self.index(of: number, in: contents).flatMap { contents.slots[$0].object }
    }
  }

  /// Lets go of the object behind a reference.
  ///
  /// - Returns: The object, or `nil` where it was closed before.
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
