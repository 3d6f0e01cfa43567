public import Foundation

// CoreFoundation's functions of text, over the class that the alias names.

// MARK: - Creation

/// Makes text from characters up to a zero.
@_alwaysEmitIntoClient
public func CFStringCreateWithCString(
  _ allocator: CFAllocator!, _ cStr: UnsafePointer<CChar>, _ encoding: CFStringEncoding
) -> CFString! {
  let object: CoreString? = unsafe CFStringCreateWithCString(
    allocator, cStr as UnsafePointer<CChar>?, encoding)
  return alias(object)
}

/// Makes text from bytes.
@_alwaysEmitIntoClient
public func CFStringCreateWithBytes(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>, _ numBytes: CFIndex,
  _ encoding: CFStringEncoding, _ isExternalRepresentation: Bool
) -> CFString! {
  let object: CoreString? = unsafe CFStringCreateWithBytes(
    allocator, bytes as UnsafePointer<UInt8>?, numBytes, encoding, isExternalRepresentation)
  return alias(object)
}

/// Copies text.
@_alwaysEmitIntoClient
public func CFStringCreateCopy(_ allocator: CFAllocator!, _ theString: CFString!) -> CFString! {
  let object: CoreString? = CFStringCreateCopy(allocator, core(theString) as CoreString?)
  return alias(object)
}

/// Copies a part of a text.
@_alwaysEmitIntoClient
public func CFStringCreateWithSubstring(
  _ allocator: CFAllocator!, _ str: CFString!, _ range: CFRange
) -> CFString! {
  let object: CoreString? = CFStringCreateWithSubstring(allocator, core(str) as CoreString?, range)
  return alias(object)
}

// MARK: - Characters

/// The number of UTF-16 code units.
@_alwaysEmitIntoClient
public func CFStringGetLength(_ theString: CFString!) -> CFIndex {
  CFStringGetLength(core(theString) as CoreString?)
}

/// The UTF-16 code unit at an index.
@_alwaysEmitIntoClient
public func CFStringGetCharacterAtIndex(_ theString: CFString!, _ idx: CFIndex) -> UniChar {
  CFStringGetCharacterAtIndex(core(theString) as CoreString?, idx)
}

/// Writes text and a zero, and reports whether they fit.
@discardableResult
@_alwaysEmitIntoClient
public func CFStringGetCString(
  _ theString: CFString!, _ buffer: UnsafeMutablePointer<CChar>!, _ bufferSize: CFIndex,
  _ encoding: CFStringEncoding
) -> Bool {
  // CoreFoundation's own function cuts the text of Foundation's strings, and reports that it fits.
  let foundationEncoding = CFStringConvertEncodingToNSStringEncoding(encoding)
  guard let bytes = theString.data(using: foundationEncoding), bytes.count < bufferSize else {
    return false
  }
  for (index, byte) in bytes.enumerated() {
    // Safe: fewer bytes than the caller has memory.
    unsafe buffer[index] = CChar(bitPattern: byte)
  }
  // Safe: one byte more at most.
  unsafe buffer[bytes.count] = 0
  return true
}

/// The characters of a text in memory, or null if it has none in that encoding.
@_alwaysEmitIntoClient
public func CFStringGetCStringPtr(
  _ theString: CFString!, _ encoding: CFStringEncoding
) -> UnsafePointer<CChar>! {
  unsafe CFStringGetCStringPtr(core(theString) as CoreString?, encoding)
}

// MARK: - Comparison

/// Orders two texts.
@_alwaysEmitIntoClient
public func CFStringCompare(
  _ theString1: CFString!, _ theString2: CFString!, _ compareOptions: CFStringCompareFlags
) -> CFComparisonResult {
  CFStringCompare(core(theString1) as CoreString?, core(theString2) as CoreString?, compareOptions)
}

/// Whether a text starts with another one.
@discardableResult
@_alwaysEmitIntoClient
public func CFStringHasPrefix(_ theString: CFString!, _ prefix: CFString!) -> Bool {
  CFStringHasPrefix(core(theString) as CoreString?, core(prefix) as CoreString?)
}

/// Whether a text ends with another one.
@discardableResult
@_alwaysEmitIntoClient
public func CFStringHasSuffix(_ theString: CFString!, _ suffix: CFString!) -> Bool {
  CFStringHasSuffix(core(theString) as CoreString?, core(suffix) as CoreString?)
}

// MARK: - Numbers

/// The integer that a text starts with.
@_alwaysEmitIntoClient
public func CFStringGetIntValue(_ str: CFString!) -> Int32 {
  CFStringGetIntValue(core(str) as CoreString?)
}

/// The number that a text starts with.
@_alwaysEmitIntoClient
public func CFStringGetDoubleValue(_ str: CFString!) -> Double {
  CFStringGetDoubleValue(core(str) as CoreString?)
}
