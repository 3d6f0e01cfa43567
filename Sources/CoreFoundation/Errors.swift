public import Foundation

// CoreFoundation's own functions read the memory of its own class, which Foundation's errors do not have.

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
