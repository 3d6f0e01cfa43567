internal import CoreFoundation
internal import Foundation

/// References to objects that C programs hold.
enum CoreFoundationReference {
  /// Returns the dictionary of a reference from a C program.
  static func dictionary(_ reference: UnsafeRawPointer?) -> CFDictionary? {
    // Safe: the caller passes a dictionary, whose layout is that of Foundation's class.
    unsafe reference.map { unsafe Unmanaged<CFDictionary>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the format description of a reference from a C program.
  static func description(_ reference: UnsafeRawPointer?) -> CMFormatDescription? {
    // Safe: the caller passes a description that one of the functions created.
    unsafe reference.map {
      unsafe Unmanaged<CMFormatDescription>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Returns the object of a reference from a C program.
  ///
  /// - Parameters:
  ///   - reference: A reference to an object of the type, or null.
  ///   - type: The type that the function's header states.
  /// - Returns: The object; `nil` for null.
  static func object<T: AnyObject>(_ reference: UnsafeRawPointer?, as type: T.Type) -> T? {
    // Safe: the caller passes an object that one of the functions created.
    unsafe reference.map { unsafe Unmanaged<T>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns a reference to an object that another object owns.
  static func borrowed(_ object: AnyObject?) -> UnsafeRawPointer? {
    // Safe: the owner outlives the caller's use of the reference.
    unsafe object.map { unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
  }

  /// Stores a reference that the caller owns, if a function has made an object.
  ///
  /// - Parameters:
  ///   - output: The caller's memory.
  ///   - missing: The error for null.
  ///   - make: Makes the object, and returns a status.
  /// - Returns: The status.
  static func store<T: AnyObject>(
    in output: UnsafeMutablePointer<UnsafeRawPointer?>?, orFail missing: Int32,
    _ make: (inout T?) -> Int32
  ) -> Int32 {
    guard let output = unsafe output else { return missing }
    var object: T?
    let status = make(&object)
    // Safe: the caller guarantees that the pointer is valid.
    if let object { unsafe output.pointee = retained(object) }
    return status
  }

  /// Returns a reference that the caller owns.
  static func retained(_ object: AnyObject) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// Returns a copy of a dictionary that the caller owns.
  ///
  /// Core Foundation creates the copy, because some of its functions read the memory of a
  /// dictionary directly.
  static func copy(_ dictionary: CFDictionary) -> UnsafeRawPointer? {
    unsafe retained(coreFoundationCopy(dictionary))
  }

  private static func coreFoundationCopy(_ dictionary: CFDictionary) -> AnyObject {
    var keyCallBacks = kCFTypeDictionaryKeyCallBacks
    var valueCallBacks = kCFTypeDictionaryValueCallBacks
    // Safe: the callbacks are copied, and the dictionary retains its keys and values.
    guard
      let copy: CFMutableDictionary = unsafe CFDictionaryCreateMutable(
        nil, 0, &keyCallBacks, &valueCallBacks)
    else { return dictionary }
    for (key, value) in dictionary {
      let key = key as AnyObject
      let value = (value as? CFDictionary).map(coreFoundationCopy) ?? value as AnyObject
      // Safe: both objects outlive the call.
      withExtendedLifetime((key, value)) {
        unsafe CFDictionarySetValue(
          copy, Unmanaged.passUnretained(key).toOpaque(), Unmanaged.passUnretained(value).toOpaque()
        )
      }
    }
    return copy
  }
}
