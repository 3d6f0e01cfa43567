public import Foundation

// Core Foundation functions for numbers, with the class of the alias.

// MARK: - Numbers

/// Creates a number from a value in memory.
@_alwaysEmitIntoClient
public func CFNumberCreate(
  _ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer
) -> CFNumber! {
  withExtendedLifetime((allocator)) {
    unsafe owned(coreNumberCreate(address(allocator), theType, valuePtr))
  }
}

/// Writes the value of a number, and returns whether the conversion to the type is exact.
@discardableResult
@_alwaysEmitIntoClient
public func CFNumberGetValue(
  _ number: CFNumber!, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer!
) -> Bool {
  withExtendedLifetime((number)) {
    unsafe coreNumberGetValue(address(number), theType, valuePtr)
  }
}

/// Returns the type of a number.
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
