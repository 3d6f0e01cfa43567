public import Foundation

// CoreFoundation's functions that create lists, bytes and dictionaries, over the classes that the
// aliases name. The compiler prefers these to CoreFoundation's own because callbacks are not
// optional. Where that cannot decide, as without callbacks, it prefers CoreFoundation's own unless
// a type is stated.

// MARK: - Lists

/// Creates a list of values.
@_alwaysEmitIntoClient
public func CFArrayCreate(
  _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ numValues: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>
) -> CFArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreate(address(allocator), values, numValues, callBacks))
  }
}

/// Creates a list of values; without callbacks it holds addresses.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFArrayCreate(
  _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ numValues: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreate(address(allocator), values, numValues, callBacks))
  }
}

/// Copies a list.
@_alwaysEmitIntoClient
public func CFArrayCreateCopy(_ allocator: CFAllocator!, _ theArray: CFArray!) -> CFArray! {
  withExtendedLifetime((allocator, theArray)) {
    unsafe owned(coreArrayCreateCopy(address(allocator), address(theArray)))
  }
}

/// Creates an empty list that can change.
@_alwaysEmitIntoClient
public func CFArrayCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>
) -> CFMutableArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreateMutable(address(allocator), capacity, callBacks))
  }
}

/// Creates an empty list that can change; without callbacks it holds addresses.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFArrayCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFMutableArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreateMutable(address(allocator), capacity, callBacks))
  }
}

/// Copies a list to one that can change.
@_alwaysEmitIntoClient
public func CFArrayCreateMutableCopy(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ theArray: CFArray!
) -> CFMutableArray! {
  withExtendedLifetime((allocator, theArray)) {
    unsafe owned(coreArrayCreateMutableCopy(address(allocator), capacity, address(theArray)))
  }
}

// MARK: - Bytes

/// Copies an object of bytes.
@_alwaysEmitIntoClient
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! {
  withExtendedLifetime((allocator, theData)) {
    unsafe owned(coreDataCreateCopy(address(allocator), address(theData)))
  }
}

// CoreFoundation's own objects have not the methods of `NSMutableData`.

/// Creates an object without bytes that can change, and may grow beyond its capacity.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFDataCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex
) -> CFMutableData! {
  CFMutableData(capacity: capacity)
}

/// Copies an object of bytes to one that can change, and may grow beyond its capacity.
@_alwaysEmitIntoClient
public func CFDataCreateMutableCopy(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!
) -> CFMutableData! {
  CFMutableData(data: theData as Data)
}

// MARK: - Dictionaries

// Foundation looks up a bridged key in CoreFoundation's own dictionaries after its release. So a
// program keeps the object of a key while it uses it, such as an `NSString`, or casts the
// dictionary to one of Swift.

/// Creates a dictionary of keys and values.
@_alwaysEmitIntoClient
public func CFDictionaryCreate(
  _ allocator: CFAllocator!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ numValues: CFIndex,
  _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>
) -> CFDictionary! {
  withExtendedLifetime((allocator)) {
    unsafe owned(
      coreDictionaryCreate(
        address(allocator), keys, values, numValues, keyCallBacks, valueCallBacks))
  }
}

/// Creates a dictionary of keys and values; without callbacks it holds addresses.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFDictionaryCreate(
  _ allocator: CFAllocator!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ numValues: CFIndex,
  _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFDictionary! {
  withExtendedLifetime((allocator)) {
    unsafe owned(
      coreDictionaryCreate(
        address(allocator), keys, values, numValues, keyCallBacks, valueCallBacks))
  }
}

/// Copies a dictionary.
@_alwaysEmitIntoClient
public func CFDictionaryCreateCopy(
  _ allocator: CFAllocator!, _ theDict: CFDictionary!
) -> CFDictionary! {
  withExtendedLifetime((allocator, theDict)) {
    unsafe owned(coreDictionaryCreateCopy(address(allocator), address(theDict)))
  }
}

/// Creates an empty dictionary that can change.
@_alwaysEmitIntoClient
public func CFDictionaryCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex,
  _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>
) -> CFMutableDictionary! {
  withExtendedLifetime((allocator)) {
    unsafe owned(
      coreDictionaryCreateMutable(address(allocator), capacity, keyCallBacks, valueCallBacks))
  }
}

/// Creates an empty dictionary that can change; without callbacks it holds addresses.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFDictionaryCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex,
  _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
  withExtendedLifetime((allocator)) {
    unsafe owned(
      coreDictionaryCreateMutable(address(allocator), capacity, keyCallBacks, valueCallBacks))
  }
}

/// Copies a dictionary to one that can change.
@_alwaysEmitIntoClient
public func CFDictionaryCreateMutableCopy(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ theDict: CFDictionary!
) -> CFMutableDictionary! {
  withExtendedLifetime((allocator, theDict)) {
    unsafe owned(coreDictionaryCreateMutableCopy(address(allocator), capacity, address(theDict)))
  }
}

// MARK: - CoreFoundation

@_extern(c, "CFArrayCreate") @usableFromInline
func coreArrayCreate(
  _ allocator: UnsafeRawPointer?, _ values: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ numValues: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFArrayCreateCopy") @usableFromInline
func coreArrayCreateCopy(
  _ allocator: UnsafeRawPointer?, _ theArray: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFArrayCreateMutable") @usableFromInline
func coreArrayCreateMutable(
  _ allocator: UnsafeRawPointer?, _ capacity: CFIndex,
  _ callBacks: UnsafePointer<CFArrayCallBacks>?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFArrayCreateMutableCopy") @usableFromInline
func coreArrayCreateMutableCopy(
  _ allocator: UnsafeRawPointer?, _ capacity: CFIndex, _ theArray: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFDataCreateCopy") @usableFromInline
func coreDataCreateCopy(
  _ allocator: UnsafeRawPointer?, _ theData: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFDictionaryCreate") @usableFromInline
func coreDictionaryCreate(
  _ allocator: UnsafeRawPointer?, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>?, _ numValues: CFIndex,
  _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>?,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFDictionaryCreateCopy") @usableFromInline
func coreDictionaryCreateCopy(
  _ allocator: UnsafeRawPointer?, _ theDict: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFDictionaryCreateMutable") @usableFromInline
func coreDictionaryCreateMutable(
  _ allocator: UnsafeRawPointer?, _ capacity: CFIndex,
  _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>?,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFDictionaryCreateMutableCopy") @usableFromInline
func coreDictionaryCreateMutableCopy(
  _ allocator: UnsafeRawPointer?, _ capacity: CFIndex, _ theDict: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?
