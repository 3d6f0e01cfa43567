public import Foundation

// CoreFoundation's functions of numbers, over the class that the alias names.

// MARK: - Numbers

/// Makes a number from a value in memory.
@_alwaysEmitIntoClient
public func CFNumberCreate(
  _ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer
) -> CFNumber! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreNumberCreate(address(allocator), theType, valuePtr))
  }
}

/// Writes the value of a number, and reports whether the type can hold it exactly.
@discardableResult
@_alwaysEmitIntoClient
public func CFNumberGetValue(
  _ number: CFNumber!, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer!
) -> Bool {
  withExtendedLifetime((number)) {
    unsafe coreNumberGetValue(address(number), theType, valuePtr)
  }
}

/// The type of a number.
@_alwaysEmitIntoClient
public func CFNumberGetType(_ number: CFNumber!) -> CFNumberType {
  withExtendedLifetime((number)) {
    unsafe coreNumberGetType(address(number))
  }
}

// MARK: - CoreFoundation

@_extern(c, "CFNumberCreate") @usableFromInline
func coreNumberCreate(
  _ allocator: UnsafeRawPointer?, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer
) -> UnsafeMutableRawPointer?

@_extern(c, "CFNumberGetValue") @usableFromInline
func coreNumberGetValue(
  _ number: UnsafeRawPointer?, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer?
) -> Bool

@_extern(c, "CFNumberGetType") @usableFromInline
func coreNumberGetType(_ number: UnsafeRawPointer?) -> CFNumberType
