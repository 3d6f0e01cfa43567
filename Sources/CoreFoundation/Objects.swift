// The aliases hide CoreFoundation's classes. A function that clients compile must not mention these, because
// a client's module could not name them. So its functions are declared once more here, with addresses.

/// The address of an object, for a function of CoreFoundation.
@_alwaysEmitIntoClient
func address(_ object: AnyObject?) -> UnsafeRawPointer? {
  unsafe object.map { unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
}

/// The object at an address, which the caller then owns.
@_alwaysEmitIntoClient
func owned<Object: AnyObject>(_ address: UnsafeMutableRawPointer?) -> Object? {
  // Safe: the address is that of an object of CoreFoundation, which Foundation lays out as its own.
  unsafe address.map { unsafe Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
}

/// The object at an address.
@_alwaysEmitIntoClient
func borrowed<Object: AnyObject>(_ address: UnsafeMutableRawPointer?) -> Object? {
  // Safe: the address is that of an object of CoreFoundation, which Foundation lays out as its own.
  unsafe address.map { unsafe Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}
