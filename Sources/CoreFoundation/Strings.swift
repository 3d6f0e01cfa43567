public import Foundation

// Core Foundation functions for strings, with the class of the alias.

// MARK: - Creation

/// Creates a string from a null-terminated C string.
@_alwaysEmitIntoClient
public func CFStringCreateWithCString(
  _ allocator: CFAllocator!, _ cStr: UnsafePointer<CChar>, _ encoding: CFStringEncoding
) -> CFString! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreStringCreateWithCString(address(allocator), cStr, encoding))
  }
}

/// Creates a string from bytes.
@_alwaysEmitIntoClient
public func CFStringCreateWithBytes(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>, _ numBytes: CFIndex,
  _ encoding: CFStringEncoding, _ isExternalRepresentation: Bool
) -> CFString! {
  withExtendedLifetime((allocator)) {
    unsafe owned(
      coreStringCreateWithBytes(
        address(allocator), bytes, numBytes, encoding, isExternalRepresentation
      ))
  }
}

/// Copies a string.
@_alwaysEmitIntoClient
public func CFStringCreateCopy(_ allocator: CFAllocator!, _ theString: CFString!) -> CFString! {
  withExtendedLifetime((allocator, theString)) {
    unsafe owned(coreStringCreateCopy(address(allocator), address(theString)))
  }
}

/// Creates a substring.
@_alwaysEmitIntoClient
public func CFStringCreateWithSubstring(
  _ allocator: CFAllocator!, _ str: CFString!, _ range: CFRange
) -> CFString! {
  withExtendedLifetime((allocator, str)) {
    unsafe owned(coreStringCreateWithSubstring(address(allocator), address(str), range))
  }
}

// MARK: - Characters

/// Returns the number of UTF-16 code units.
@_alwaysEmitIntoClient
public func CFStringGetLength(_ theString: CFString!) -> CFIndex {
  withExtendedLifetime((theString)) {
    unsafe coreStringGetLength(address(theString))
  }
}

/// Returns the UTF-16 code unit at an index.
@_alwaysEmitIntoClient
public func CFStringGetCharacterAtIndex(_ theString: CFString!, _ idx: CFIndex) -> UniChar {
  withExtendedLifetime((theString)) {
    unsafe coreStringGetCharacterAtIndex(address(theString), idx)
  }
}

/// Writes a null-terminated C string, and returns whether it fits.
@discardableResult
@_alwaysEmitIntoClient
public func CFStringGetCString(
  _ theString: CFString!, _ buffer: UnsafeMutablePointer<CChar>!, _ bufferSize: CFIndex,
  _ encoding: CFStringEncoding
) -> Bool {
  // Core Foundation's own function truncates Foundation strings, and still reports that they fit.
  let foundationEncoding = CFStringConvertEncodingToNSStringEncoding(encoding)
  guard let bytes = theString.data(using: foundationEncoding), bytes.count < bufferSize else {
    return false
  }
  for (index, byte) in bytes.enumerated() {
    // Safe: the number of bytes is below the size of the caller's buffer.
    unsafe buffer[index] = CChar(bitPattern: byte)
  }
  // Safe: the null byte fits, because the buffer is larger than the number of bytes.
  unsafe buffer[bytes.count] = 0
  return true
}

/// Returns a pointer to the internal C string, or null if it is unavailable in that encoding.
@_alwaysEmitIntoClient
public func CFStringGetCStringPtr(
  _ theString: CFString!, _ encoding: CFStringEncoding
) -> UnsafePointer<CChar>! {
  unsafe withExtendedLifetime((theString)) {
    unsafe coreStringGetCStringPtr(address(theString), encoding)
  }
}

// MARK: - Comparison

/// Compares two strings.
@_alwaysEmitIntoClient
public func CFStringCompare(
  _ theString1: CFString!, _ theString2: CFString!, _ compareOptions: CFStringCompareFlags
) -> CFComparisonResult {
  withExtendedLifetime((theString1, theString2)) {
    unsafe coreStringCompare(address(theString1), address(theString2), compareOptions)
  }
}

/// Returns whether a string starts with another string.
@_alwaysEmitIntoClient
public func CFStringHasPrefix(_ theString: CFString!, _ prefix: CFString!) -> Bool {
  withExtendedLifetime((theString, prefix)) {
    unsafe coreStringHasPrefix(address(theString), address(prefix))
  }
}

/// Returns whether a string ends with another string.
@_alwaysEmitIntoClient
public func CFStringHasSuffix(_ theString: CFString!, _ suffix: CFString!) -> Bool {
  withExtendedLifetime((theString, suffix)) {
    unsafe coreStringHasSuffix(address(theString), address(suffix))
  }
}

// MARK: - Numbers

/// Returns the integer at the start of a string.
@_alwaysEmitIntoClient
public func CFStringGetIntValue(_ str: CFString!) -> Int32 {
  withExtendedLifetime((str)) {
    unsafe coreStringGetIntValue(address(str))
  }
}

/// Returns the floating-point number at the start of a string.
@_alwaysEmitIntoClient
public func CFStringGetDoubleValue(_ str: CFString!) -> Double {
  withExtendedLifetime((str)) {
    unsafe coreStringGetDoubleValue(address(str))
  }
}

// MARK: - CoreFoundation

@_extern(c, "CFStringCreateWithCString") @usableFromInline
func coreStringCreateWithCString(
  _ allocator: UnsafeRawPointer?, _ cStr: UnsafePointer<CChar>, _ encoding: CFStringEncoding
) -> UnsafeMutableRawPointer?

@_extern(c, "CFStringCreateWithBytes") @usableFromInline
func coreStringCreateWithBytes(
  _ allocator: UnsafeRawPointer?, _ bytes: UnsafePointer<UInt8>, _ numBytes: CFIndex,
  _ encoding: CFStringEncoding, _ isExternalRepresentation: Bool
) -> UnsafeMutableRawPointer?

@_extern(c, "CFStringCreateCopy") @usableFromInline
func coreStringCreateCopy(
  _ allocator: UnsafeRawPointer?, _ theString: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFStringCreateWithSubstring") @usableFromInline
func coreStringCreateWithSubstring(
  _ allocator: UnsafeRawPointer?, _ str: UnsafeRawPointer?, _ range: CFRange
) -> UnsafeMutableRawPointer?

@_extern(c, "CFStringGetLength") @usableFromInline
func coreStringGetLength(_ theString: UnsafeRawPointer?) -> CFIndex

@_extern(c, "CFStringGetCharacterAtIndex") @usableFromInline
func coreStringGetCharacterAtIndex(_ theString: UnsafeRawPointer?, _ idx: CFIndex) -> UniChar

@_extern(c, "CFStringGetCStringPtr") @usableFromInline
func coreStringGetCStringPtr(
  _ theString: UnsafeRawPointer?, _ encoding: CFStringEncoding
) -> UnsafePointer<CChar>?

@_extern(c, "CFStringCompare") @usableFromInline
func coreStringCompare(
  _ theString1: UnsafeRawPointer?, _ theString2: UnsafeRawPointer?,
  _ compareOptions: CFStringCompareFlags
) -> CFComparisonResult

@_extern(c, "CFStringHasPrefix") @usableFromInline
func coreStringHasPrefix(_ theString: UnsafeRawPointer?, _ prefix: UnsafeRawPointer?) -> Bool

@_extern(c, "CFStringHasSuffix") @usableFromInline
func coreStringHasSuffix(_ theString: UnsafeRawPointer?, _ suffix: UnsafeRawPointer?) -> Bool

@_extern(c, "CFStringGetIntValue") @usableFromInline
func coreStringGetIntValue(_ str: UnsafeRawPointer?) -> Int32

@_extern(c, "CFStringGetDoubleValue") @usableFromInline
func coreStringGetDoubleValue(_ str: UnsafeRawPointer?) -> Double
