public import Foundation

// Core Foundation's own functions depend on the memory layout of its own class, which differs from
// that of Foundation errors.

/// Returns the code of an error.
@_alwaysEmitIntoClient
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err.code }

/// Returns the domain of an error.
@_alwaysEmitIntoClient
public func CFErrorGetDomain(_ err: CFError!) -> CFString! { err.domain as CFString }

/// Returns the user-visible description of an error.
@_alwaysEmitIntoClient
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  err.localizedDescription as CFString
}
