public import Foundation

// Core Foundation's own functions return objects of its own classes in Swift, which the aliases
// hide. Foundation reads and writes the same files.

/// Reads a property list.
///
/// - Parameters:
///   - allocator: Not used.
///   - data: The bytes of the file.
///   - options: 0, or `CFPropertyListMutabilityOptions`.
///   - format: On return, the format of the bytes; may be nil.
///   - error: On return, the error, which the caller owns, or nil; may be nil.
/// - Returns: The object, which the caller owns, or nil.
@_alwaysEmitIntoClient
public func CFPropertyListCreateWithData(
  _ allocator: CFAllocator!, _ data: CFData!, _ options: CFOptionFlags,
  _ format: UnsafeMutablePointer<CFPropertyListFormat>!,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Unmanaged<CFPropertyList>! {
  var read = PropertyListSerialization.PropertyListFormat.xml
  do {
    // Safe: the pointers are valid during the calls.
    let list = try unsafe PropertyListSerialization.propertyList(
      from: data as Data, options: PropertyListSerialization.ReadOptions(rawValue: options),
      format: &read)
    if let known = CFPropertyListFormat(rawValue: CFIndex(read.rawValue)) {
      unsafe format?.pointee = known
    }
    unsafe error?.pointee = nil
    return unsafe Unmanaged.passRetained(list as AnyObject)
  } catch let failure {
    unsafe error?.pointee = Unmanaged.passRetained(failure as NSError)
    return nil
  }
}

/// Writes a property list.
///
/// - Parameters:
///   - allocator: Not used.
///   - propertyList: The object.
///   - format: `xmlFormat_v1_0` or `binaryFormat_v1_0`.
///   - options: 0.
///   - error: On return, the error, which the caller owns, or nil; may be nil.
/// - Returns: The bytes, which the caller owns, or nil.
@_alwaysEmitIntoClient
public func CFPropertyListCreateData(
  _ allocator: CFAllocator!, _ propertyList: CFPropertyList!, _ format: CFPropertyListFormat,
  _ options: CFOptionFlags, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Unmanaged<CFData>! {
  do {
    let kind = PropertyListSerialization.PropertyListFormat(rawValue: UInt(format.rawValue))
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: propertyList as Any, format: kind ?? .xml, options: Int(options))
    // Safe: the pointer of the client is valid during the call.
    unsafe error?.pointee = nil
    return unsafe Unmanaged.passRetained(bytes as NSData)
  } catch let failure {
    unsafe error?.pointee = Unmanaged.passRetained(failure as NSError)
    return nil
  }
}
