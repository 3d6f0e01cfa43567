public import Foundation

// CoreFoundation's functions of lists, bytes and dictionaries, over the classes that the aliases name.

// MARK: - Lists

/// The number of values.
@_alwaysEmitIntoClient
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex {
  CFArrayGetCount(core(theArray) as CoreArray?)
}

/// The value at an index.
@_alwaysEmitIntoClient
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
  unsafe CFArrayGetValueAtIndex(core(theArray) as CoreArray?, idx)
}

/// Adds a value at the end.
@_alwaysEmitIntoClient
public func CFArrayAppendValue(_ theArray: CFMutableArray!, _ value: UnsafeRawPointer!) {
  unsafe CFArrayAppendValue(core(theArray) as CoreMutableArray?, value)
}

// MARK: - Bytes

/// Makes an object of bytes.
@_alwaysEmitIntoClient
public func CFDataCreate(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>, _ length: CFIndex
) -> CFData! {
  let object: CoreData? = unsafe CFDataCreate(allocator, bytes as UnsafePointer<UInt8>?, length)
  return alias(object)
}

/// The number of bytes.
@_alwaysEmitIntoClient
public func CFDataGetLength(_ theData: CFData!) -> CFIndex {
  CFDataGetLength(core(theData) as CoreData?)
}

/// The bytes, which live as long as the object.
@_alwaysEmitIntoClient
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  unsafe CFDataGetBytePtr(core(theData) as CoreData?)
}

/// Copies a range of bytes.
@_alwaysEmitIntoClient
public func CFDataGetBytes(
  _ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!
) {
  unsafe CFDataGetBytes(core(theData) as CoreData?, range, buffer)
}

/// Adds bytes at the end.
@_alwaysEmitIntoClient
public func CFDataAppendBytes(
  _ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) {
  unsafe CFDataAppendBytes(core(theData) as CoreMutableData?, bytes, length)
}

// MARK: - Dictionaries

/// The number of keys.
@_alwaysEmitIntoClient
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex {
  CFDictionaryGetCount(core(theDict) as CoreDictionary?)
}

/// The value of a key, or null.
@_alwaysEmitIntoClient
public func CFDictionaryGetValue(
  _ theDict: CFDictionary!, _ key: UnsafeRawPointer!
) -> UnsafeRawPointer! {
  unsafe CFDictionaryGetValue(core(theDict) as CoreDictionary?, key)
}

/// Reports whether a key has a value, and writes the value.
@discardableResult
@_alwaysEmitIntoClient
public func CFDictionaryGetValueIfPresent(
  _ theDict: CFDictionary!, _ key: UnsafeRawPointer!,
  _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
  // CoreFoundation's own function ends by a null pointer for objects of Foundation.
  guard let found = unsafe CFDictionaryGetValue(core(theDict) as CoreDictionary?, key) else {
    return false
  }
  // Safe: null, or where the caller wants the value.
  unsafe value?.pointee = unsafe found
  return true
}

/// Whether a key has a value.
@discardableResult
@_alwaysEmitIntoClient
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
  unsafe CFDictionaryContainsKey(core(theDict) as CoreDictionary?, key)
}

/// Writes all keys and values.
@_alwaysEmitIntoClient
public func CFDictionaryGetKeysAndValues(
  _ theDict: CFDictionary!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>!
) {
  unsafe CFDictionaryGetKeysAndValues(core(theDict) as CoreDictionary?, keys, values)
}

/// Sets the value of a key.
@_alwaysEmitIntoClient
public func CFDictionarySetValue(
  _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  unsafe CFDictionarySetValue(core(theDict) as CoreMutableDictionary?, key, value)
}
