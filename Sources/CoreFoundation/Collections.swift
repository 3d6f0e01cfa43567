public import Foundation

// Core Foundation functions for arrays, data, and dictionaries, with the classes of the aliases.

// MARK: - Arrays

/// Returns the number of values.
@_alwaysEmitIntoClient
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex {
  withExtendedLifetime((theArray)) {
    unsafe coreArrayGetCount(address(theArray))
  }
}

/// Returns the value at an index.
@_alwaysEmitIntoClient
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
  unsafe withExtendedLifetime((theArray)) {
    unsafe coreArrayGetValueAtIndex(address(theArray), idx)
  }
}

/// Appends a value.
@_alwaysEmitIntoClient
public func CFArrayAppendValue(_ theArray: CFMutableArray!, _ value: UnsafeRawPointer!) {
  withExtendedLifetime((theArray)) {
    unsafe coreArrayAppendValue(address(theArray), value)
  }
}

// MARK: - Data

/// Creates a data object from bytes.
@_alwaysEmitIntoClient
public func CFDataCreate(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>, _ length: CFIndex
) -> CFData! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreDataCreate(address(allocator), bytes, length))
  }
}

/// Returns the number of bytes.
@_alwaysEmitIntoClient
public func CFDataGetLength(_ theData: CFData!) -> CFIndex {
  withExtendedLifetime((theData)) {
    unsafe coreDataGetLength(address(theData))
  }
}

/// Returns a pointer to the bytes, which is valid during the lifetime of the object.
@_alwaysEmitIntoClient
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  unsafe withExtendedLifetime((theData)) {
    unsafe coreDataGetBytePtr(address(theData))
  }
}

/// Copies a range of bytes.
@_alwaysEmitIntoClient
public func CFDataGetBytes(
  _ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!
) {
  withExtendedLifetime((theData)) {
    unsafe coreDataGetBytes(address(theData), range, buffer)
  }
}

/// Appends bytes.
@_alwaysEmitIntoClient
public func CFDataAppendBytes(
  _ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) {
  withExtendedLifetime((theData)) {
    unsafe coreDataAppendBytes(address(theData), bytes, length)
  }
}

// MARK: - Dictionaries

/// Returns the number of keys.
@_alwaysEmitIntoClient
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex {
  withExtendedLifetime((theDict)) {
    unsafe coreDictionaryGetCount(address(theDict))
  }
}

/// Returns the value for a key, or null.
@_alwaysEmitIntoClient
public func CFDictionaryGetValue(
  _ theDict: CFDictionary!, _ key: UnsafeRawPointer!
) -> UnsafeRawPointer! {
  unsafe withExtendedLifetime((theDict)) {
    unsafe coreDictionaryGetValue(address(theDict), key)
  }
}

/// Returns whether a key has a value, and writes the value.
@discardableResult
@_alwaysEmitIntoClient
public func CFDictionaryGetValueIfPresent(
  _ theDict: CFDictionary!, _ key: UnsafeRawPointer!,
  _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
  // Core Foundation's own function calls a null pointer for Foundation objects.
  guard let found = unsafe CFDictionaryGetValue(theDict, key) else { return false }
  // Safe: the pointer is null, or points to the caller's variable.
  unsafe value?.pointee = unsafe found
  return true
}

/// Returns whether a key has a value.
@_alwaysEmitIntoClient
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
  withExtendedLifetime((theDict)) {
    unsafe coreDictionaryContainsKey(address(theDict), key)
  }
}

/// Writes all keys and values.
@_alwaysEmitIntoClient
public func CFDictionaryGetKeysAndValues(
  _ theDict: CFDictionary!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>!
) {
  withExtendedLifetime((theDict)) {
    unsafe coreDictionaryGetKeysAndValues(address(theDict), keys, values)
  }
}

/// Sets the value for a key.
@_alwaysEmitIntoClient
public func CFDictionarySetValue(
  _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  withExtendedLifetime((theDict)) {
    unsafe coreDictionarySetValue(address(theDict), key, value)
  }
}

// MARK: - CoreFoundation

@_extern(c, "CFArrayGetCount") @usableFromInline
func coreArrayGetCount(_ theArray: UnsafeRawPointer?) -> CFIndex

@_extern(c, "CFArrayGetValueAtIndex") @usableFromInline
func coreArrayGetValueAtIndex(_ theArray: UnsafeRawPointer?, _ idx: CFIndex) -> UnsafeRawPointer?

@_extern(c, "CFArrayAppendValue") @usableFromInline
func coreArrayAppendValue(_ theArray: UnsafeRawPointer?, _ value: UnsafeRawPointer?)

@_extern(c, "CFDataCreate") @usableFromInline
func coreDataCreate(
  _ allocator: UnsafeRawPointer?, _ bytes: UnsafePointer<UInt8>, _ length: CFIndex
) -> UnsafeMutableRawPointer?

@_extern(c, "CFDataGetLength") @usableFromInline
func coreDataGetLength(_ theData: UnsafeRawPointer?) -> CFIndex

@_extern(c, "CFDataGetBytePtr") @usableFromInline
func coreDataGetBytePtr(_ theData: UnsafeRawPointer?) -> UnsafePointer<UInt8>?

@_extern(c, "CFDataGetBytes") @usableFromInline
func coreDataGetBytes(
  _ theData: UnsafeRawPointer?, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>?
)

@_extern(c, "CFDataAppendBytes") @usableFromInline
func coreDataAppendBytes(
  _ theData: UnsafeRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ length: CFIndex
)

@_extern(c, "CFDictionaryGetCount") @usableFromInline
func coreDictionaryGetCount(_ theDict: UnsafeRawPointer?) -> CFIndex

@_extern(c, "CFDictionaryGetValue") @usableFromInline
func coreDictionaryGetValue(
  _ theDict: UnsafeRawPointer?, _ key: UnsafeRawPointer?
) -> UnsafeRawPointer?

@_extern(c, "CFDictionaryContainsKey") @usableFromInline
func coreDictionaryContainsKey(_ theDict: UnsafeRawPointer?, _ key: UnsafeRawPointer?) -> Bool

@_extern(c, "CFDictionaryGetKeysAndValues") @usableFromInline
func coreDictionaryGetKeysAndValues(
  _ theDict: UnsafeRawPointer?, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>?
)

@_extern(c, "CFDictionarySetValue") @usableFromInline
func coreDictionarySetValue(
  _ theDict: UnsafeRawPointer?, _ key: UnsafeRawPointer?, _ value: UnsafeRawPointer?
)
