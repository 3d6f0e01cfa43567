internal import Foundation
internal import Synchronization

/// Locks an object for the calling thread, as the function of the Objective-C runtime does.
///
/// The thread may lock the object again, and unlocks it as often with ``objc_sync_exit(_:)``.
///
/// - Parameter obj: An object of a class.
/// - Returns: 0.
@discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 {
  ObjectLocks.enter(ObjectIdentifier(obj as AnyObject))
  return 0
}

/// Unlocks an object.
///
/// - Parameter obj: An object of a class.
/// - Returns: 0, or -1 if the calling thread has not locked the object.
@discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 {
  ObjectLocks.exit(ObjectIdentifier(obj as AnyObject)) ? 0 : -1
}

/// The locks of objects that threads have locked or wait for.
private enum ObjectLocks {
  private struct Entry {
    let lock = NSRecursiveLock()
    /// The calls of `enter` without an `exit`, including those that wait.
    var userCount = 0
    /// The thread that has the lock, and how often.
    var owner: ObjectIdentifier?
    var depth = 0
  }

  private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  static func enter(_ object: ObjectIdentifier) {
    let lock = entries.withLock { entries in
      entries[object, default: Entry()].userCount += 1
      return entries[object]?.lock
    }
    lock?.lock()
    let thread = thread
    entries.withLock { entries in
      entries[object]?.owner = thread
      entries[object]?.depth += 1
    }
  }

  static func exit(_ object: ObjectIdentifier) -> Bool {
    let thread = thread
    let lock = entries.withLock { entries -> NSRecursiveLock? in
      guard var entry = entries[object], entry.owner == thread else { return nil }
      entry.depth -= 1
      entry.userCount -= 1
      if entry.depth == 0 { entry.owner = nil }
      entries[object] = entry.userCount > 0 ? entry : nil
      return entry.lock
    }
    lock?.unlock()
    return lock != nil
  }
}
