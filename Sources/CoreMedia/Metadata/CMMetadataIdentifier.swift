public import CoreFoundation
public import Foundation

// Identifiers of metadata: a key space, a slash, and the bytes of a key, such as `itsk/%A9nam`.

/// There is no memory; this library never returns it.
public var kCMMetadataIdentifierError_AllocationFailed: OSStatus { -16300 }
/// A parameter is missing; this library never returns it.
public var kCMMetadataIdentifierError_RequiredParameterMissing: OSStatus { -16301 }
/// The key is not valid text.
public var kCMMetadataIdentifierError_BadKey: OSStatus { -16302 }
/// The key is empty.
public var kCMMetadataIdentifierError_BadKeyLength: OSStatus { -16303 }
/// The key is neither a string, a number nor data.
public var kCMMetadataIdentifierError_BadKeyType: OSStatus { -16304 }
/// The number is not a code of four characters.
public var kCMMetadataIdentifierError_BadNumberKey: OSStatus { -16305 }
/// The name of the key space does not have one to four characters of ASCII in identifiers.
public var kCMMetadataIdentifierError_BadKeySpace: OSStatus { -16306 }
/// The identifier has no key space, or no key.
public var kCMMetadataIdentifierError_BadIdentifier: OSStatus { -16307 }
/// The key has no value of the requested type.
public var kCMMetadataIdentifierError_NoKeyValueAvailable: OSStatus { -16308 }

/// The user data of QuickTime, with keys of four characters.
public var kCMMetadataKeySpace_QuickTimeUserData: CFString { "udta" }
/// The user data of ISO files, with keys of four characters.
public var kCMMetadataKeySpace_ISOUserData: CFString { "uiso" }
/// The metadata of QuickTime, with keys such as `com.apple.quicktime.title`.
public var kCMMetadataKeySpace_QuickTimeMetadata: CFString { "mdta" }
/// The metadata of iTunes, with keys of four characters.
public var kCMMetadataKeySpace_iTunes: CFString { "itsk" }
/// The frames of ID3.
public var kCMMetadataKeySpace_ID3: CFString { "org.id3" }
/// The metadata of radio stations.
public var kCMMetadataKeySpace_Icy: CFString { "icy" }
/// The attributes of date ranges of HTTP Live Streaming.
public var kCMMetadataKeySpace_HLSDateRange: CFString { "lsdr" }

private struct IdentifierError: Error {
  var status: OSStatus
}

/// A key space and a key.
private struct Identifier {
  var space: String
  var key: [UInt8]

  /// The key spaces whose names in identifiers differ.
  private static let names = ["org.id3": "id3"]
  /// The key spaces whose keys are four characters.
  private static let numbered = ["udta", "uiso", "itsk"]

  init(space: String, key: [UInt8]) {
    (self.space, self.key) = (space, key)
  }

  /// Splits an identifier.
  init(_ text: String) throws(IdentifierError) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw IdentifierError(status: kCMMetadataIdentifierError_BadIdentifier)
    }
    let name = String(parts[0])
    space = Self.names.first { $0.value == name }?.key ?? name
    key = MetadataPath.decoded(parts[1])
  }

  /// Joins a key and its space.
  init(key: AnyObject, space: String) throws(IdentifierError) {
    let name = (Self.names[space] ?? space).utf8
    guard (1...4).contains(name.count),
      name.allSatisfy({ (32..<127).contains($0) && $0 != UInt8(ascii: "/") })
    else { throw IdentifierError(status: kCMMetadataIdentifierError_BadKeySpace) }
    self.space = space
    switch key {
    case let number as NSNumber:
      guard let code = UInt32(exactly: number.doubleValue) else {
        throw IdentifierError(status: kCMMetadataIdentifierError_BadNumberKey)
      }
      self.key = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    case let text as NSString: self.key = Array(String(describing: text).utf8)
    case let data as NSData: self.key = Array(Data(referencing: data))
    default: throw IdentifierError(status: kCMMetadataIdentifierError_BadKeyType)
    }
    guard !self.key.isEmpty else {
      throw IdentifierError(status: kCMMetadataIdentifierError_BadKeyLength)
    }
  }

  var text: String { (Self.names[space] ?? space) + "/" + MetadataPath.encoded(key) }

  /// A number for keys of four characters; otherwise text.
  func value() throws(IdentifierError) -> AnyObject {
    if Self.numbered.contains(space), key.count == 4 {
      return NSNumber(value: key.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    guard let text = String(validating: key, as: UTF8.self) else {
      throw IdentifierError(status: kCMMetadataIdentifierError_NoKeyValueAvailable)
    }
    return text as NSString
  }
}

/// Joins a key and its key space to an identifier.
///
/// - Parameters:
///   - allocator: Not used.
///   - key: A string, the number of four characters, or data.
///   - keySpace: A key space, such as `kCMMetadataKeySpace_iTunes`.
///   - identifierOut: Receives the identifier.
/// - Returns: 0, or one of `kCMMetadataIdentifierError_…`.
@discardableResult
public func CMMetadataCreateIdentifierForKeyAndKeySpace(
  allocator: CFAllocator?, key: CFTypeRef, keySpace: CFString,
  identifierOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe result(in: identifierOut) { () throws(IdentifierError) in
    try Identifier(key: key, space: String(describing: keySpace)).text as NSString
  }
}

/// Returns the key of an identifier.
///
/// - Parameters:
///   - allocator: Not used.
///   - identifier: An identifier.
///   - keyOut: Receives the number of a key of four characters, or a string.
/// - Returns: 0; `kCMMetadataIdentifierError_BadIdentifier`;
///   `kCMMetadataIdentifierError_NoKeyValueAvailable` if the key is not text.
@discardableResult
public func CMMetadataCreateKeyFromIdentifier(
  allocator: CFAllocator?, identifier: CFString, keyOut: UnsafeMutablePointer<CFTypeRef?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe result(in: keyOut) { () throws(IdentifierError) in
    try Identifier(String(describing: identifier)).value()
  }
}

/// Returns the bytes of the key of an identifier.
///
/// - Parameters:
///   - allocator: Not used.
///   - identifier: An identifier.
///   - keyOut: Receives the bytes.
/// - Returns: 0, or `kCMMetadataIdentifierError_BadIdentifier`.
@discardableResult
public func CMMetadataCreateKeyFromIdentifierAsCFData(
  allocator: CFAllocator?, identifier: CFString, keyOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe result(in: keyOut) { () throws(IdentifierError) in
    try NSData(data: Data(Identifier(String(describing: identifier)).key))
  }
}

/// Returns the key space of an identifier.
///
/// - Parameters:
///   - allocator: Not used.
///   - identifier: An identifier.
///   - keySpaceOut: Receives the key space, such as `kCMMetadataKeySpace_iTunes`.
/// - Returns: 0, or `kCMMetadataIdentifierError_BadIdentifier`.
@discardableResult
public func CMMetadataCreateKeySpaceFromIdentifier(
  allocator: CFAllocator?, identifier: CFString, keySpaceOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe result(in: keySpaceOut) { () throws(IdentifierError) in
    try Identifier(String(describing: identifier)).space as NSString
  }
}

private func result<Value>(
  in pointer: UnsafeMutablePointer<Value?>, _ make: () throws(IdentifierError) -> Value
) -> OSStatus {
  do throws(IdentifierError) {
    let value = try make()
    // Safe: the caller guarantees that the pointer is valid.
    unsafe pointer.pointee = value
    return noErr
  } catch {
    return error.status
  }
}
