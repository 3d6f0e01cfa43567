public import Foundation

// CoreFoundation's functions of numbers and errors, over the classes that the aliases name.

// MARK: - Numbers

/// Makes a number from a value in memory.
@_alwaysEmitIntoClient
public func CFNumberCreate(
  _ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer
) -> CFNumber! {
  let object: CoreNumber? = unsafe CFNumberCreate(allocator, theType, valuePtr as UnsafeRawPointer?)
  return alias(object)
}

/// Writes the value of a number, and reports whether the type can hold it exactly.
@discardableResult
@_alwaysEmitIntoClient
public func CFNumberGetValue(
  _ number: CFNumber!, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer!
) -> Bool {
  unsafe CFNumberGetValue(core(number) as CoreNumber?, theType, valuePtr)
}

/// The type of a number.
@_alwaysEmitIntoClient
public func CFNumberGetType(_ number: CFNumber!) -> CFNumberType {
  CFNumberGetType(core(number) as CoreNumber?)
}

// MARK: - Errors

// CoreFoundation's own functions read the memory of its own class, which Foundation's errors have not.

/// The code of an error.
@_alwaysEmitIntoClient
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err.code }

/// The domain of an error.
@_alwaysEmitIntoClient
public func CFErrorGetDomain(_ err: CFError!) -> CFString! { err.domain as CFString }

/// What an error says to a user.
@_alwaysEmitIntoClient
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  err.localizedDescription as CFString
}
