internal import Synchronization

/// The objects behind the opaque references that clients hold.
///
/// A reference is a number, not an address, and no number comes twice. So a reference that was closed, or
/// never was one, finds nothing.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  private struct Contents {
    var objects: [UInt: Object] = [:]
    // Clients may take a reference with low bits set, or a small one, for something else.
    var next: UInt = 0x1000
  }

  private let contents = Mutex(Contents())

  init() {}

  /// References that are in use.
  var count: Int { contents.withLock { $0.objects.count } }

  /// Keeps `object` until its reference is removed.
  func add(_ object: Object) -> OpaquePointer? {
    // Safe: nobody reads memory by this pointer; it only carries the number.
    unsafe OpaquePointer(
      bitPattern: contents.withLock { contents in
        contents.next += 0x10
        contents.objects[contents.next] = object
        return contents.next
      })
  }

  /// The object behind a reference, or `nil` where it is closed.
  func object(_ reference: OpaquePointer) -> Object? {
    contents.withLock { $0.objects[UInt(bitPattern: reference)] }
  }

  /// Lets go of the object behind a reference.
  ///
  /// - Returns: The object, or `nil` where it was closed before.
  func remove(_ reference: OpaquePointer) -> Object? {
    contents.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: reference)) }
  }
}
