// The aliases hide Core Foundation's classes. Functions that clients compile must not mention these
// classes, because a client's module cannot name them. Core Foundation's functions are therefore
// declared again here, with addresses.

/// Returns the address of an object, for a Core Foundation function.
@_alwaysEmitIntoClient
func address(_ object: AnyObject?) -> UnsafeRawPointer? {
  unsafe object.map { unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
}

/// Returns the object at an address, and transfers its ownership to the caller.
@_alwaysEmitIntoClient
func owned<Object: AnyObject>(_ address: UnsafeMutableRawPointer?) -> Object? {
  // Safe: the address is that of a Core Foundation object, with the same layout as Foundation's.
  unsafe address.map { unsafe Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
}

/// Returns the object at an address, without ownership.
@_alwaysEmitIntoClient
func borrowed<Object: AnyObject>(_ address: UnsafeMutableRawPointer?) -> Object? {
  // Safe: the address is that of a Core Foundation object, with the same layout as Foundation's.
  unsafe address.map { unsafe Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}
