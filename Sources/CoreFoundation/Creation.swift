public import Foundation

// Core Foundation functions that create arrays, data, and dictionaries, with the classes of the
// aliases. The compiler prefers these to Core Foundation's own because their callbacks are not
// optional. Without callbacks, it prefers Core Foundation's own unless the code states a type.

// MARK: - Arrays

/// Creates an array of values.
@_alwaysEmitIntoClient
public func CFArrayCreate(
  _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ numValues: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>
) -> CFArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreate(address(allocator), values, numValues, callBacks))
  }
}

/// Creates an array of values.
///
/// Without callbacks, it holds addresses.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFArrayCreate(
  _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ numValues: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreate(address(allocator), values, numValues, callBacks))
  }
}

/// Copies an array.
@_alwaysEmitIntoClient
public func CFArrayCreateCopy(_ allocator: CFAllocator!, _ theArray: CFArray!) -> CFArray! {
  withExtendedLifetime((allocator, theArray)) {
    unsafe owned(coreArrayCreateCopy(address(allocator), address(theArray)))
  }
}

/// Creates an empty mutable array.
@_alwaysEmitIntoClient
public func CFArrayCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>
) -> CFMutableArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreateMutable(address(allocator), capacity, callBacks))
  }
}

/// Creates an empty mutable array.
///
/// Without callbacks, it holds addresses.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFArrayCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFMutableArray! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreArrayCreateMutable(address(allocator), capacity, callBacks))
  }
}

/// Creates a mutable copy of an array.
@_alwaysEmitIntoClient
public func CFArrayCreateMutableCopy(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ theArray: CFArray!
) -> CFMutableArray! {
  withExtendedLifetime((allocator, theArray)) {
    unsafe owned(coreArrayCreateMutableCopy(address(allocator), capacity, address(theArray)))
  }
}

// MARK: - Data

/// Copies a data object.
@_alwaysEmitIntoClient
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! {
  withExtendedLifetime((allocator, theData)) {
    unsafe owned(coreDataCreateCopy(address(allocator), address(theData)))
  }
}

// Core Foundation's own objects do not have the methods of `NSMutableData`.

/// Creates an empty mutable data object, which may exceed its initial capacity.
@_alwaysEmitIntoClient @_disfavoredOverload
public func CFDataCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex
) -> CFMutableData! {
  CFMutableData(capacity: capacity)
}

/// Creates a mutable copy of a data object, which may exceed its initial capacity.
@_alwaysEmitIntoClient
public func CFDataCreateMutableCopy(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!
) -> CFMutableData! {
  CFMutableData(data: theData as Data)
}

// MARK: - Dictionaries

// In lookups in Core Foundation's own dictionaries, Foundation uses a bridged key after its
// release. Programs must therefore keep the key object alive, such as an `NSString`, or cast the
// dictionary to a Swift dictionary.

/// Creates a dictionary from keys and values.
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

/// Creates a dictionary from keys and values.
///
/// Without callbacks, it holds addresses.
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

/// Creates an empty mutable dictionary.
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

/// Creates an empty mutable dictionary.
///
/// Without callbacks, it holds addresses.
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

/// Creates a mutable copy of a dictionary.
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
