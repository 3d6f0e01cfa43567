internal import CDynamicLibrary
internal import Foundation

/// Copies Foundation collections to collections with Core Foundation's own layout, for C programs.
///
/// A Swift dictionary bridged to `NSDictionary` has its own memory layout. Most Core Foundation
/// functions access such an object through its class. However, `CFShow`, `CFCopyDescription`, and
/// `CFDictionaryCreateCopy` read its memory directly, and crash a C program. A copy made by Core
/// Foundation works with all of them. Swift code, in turn, cannot look up a `String` in such a
/// copy. Therefore, only the shared library for C makes copies.
enum CoreFoundationCopy {
  /// Returns the object itself, or in the library for C, a copy of a dictionary or an array.
  static func make(_ object: AnyObject) -> AnyObject {
    OCAIsLibraryForC() ? copied(object) : object
  }

  private static func copied(_ object: AnyObject) -> AnyObject {
    switch object {
    case let dictionary as NSDictionary: copy(dictionary)
    case let array as NSArray: copy(array)
    default: object
    }
  }

  private static func copy(_ dictionary: NSDictionary) -> AnyObject {
    var keyCallBacks = kCFTypeDictionaryKeyCallBacks
    var valueCallBacks = kCFTypeDictionaryValueCallBacks
    // Safe: the callbacks are copied, and the dictionary retains its keys and values.
    guard let copy = unsafe CFDictionaryCreateMutable(nil, 0, &keyCallBacks, &valueCallBacks)
    else { return dictionary }
    for (key, value) in dictionary {
      let key = key as AnyObject
      let value = copied(value as AnyObject)
      unsafe CFDictionarySetValue(copy, address(key), address(value))
    }
    return copy
  }

  private static func copy(_ array: NSArray) -> AnyObject {
    var callBacks = kCFTypeArrayCallBacks
    // Safe: as above.
    guard let copy = unsafe CFArrayCreateMutable(nil, 0, &callBacks) else { return array }
    for value in array { unsafe CFArrayAppendValue(copy, address(copied(value as AnyObject))) }
    return copy
  }

  private static func address(_ object: AnyObject) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }
}
