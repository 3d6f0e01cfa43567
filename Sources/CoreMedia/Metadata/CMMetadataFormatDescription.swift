internal import CCoreMedia
public import CoreFoundation
public import Foundation

/// The description of metadata in a track.
public typealias CMMetadataFormatDescription = CMFormatDescription
/// The layout of metadata in samples.
public typealias CMMetadataFormatType = FourCharCode

/// The metadata of a radio station.
public var kCMMetadataFormatType_ICY: CMMetadataFormatType { 0x6963_7920 }
/// ID3 tags.
public var kCMMetadataFormatType_ID3: CMMetadataFormatType { 0x6964_3320 }
/// Boxes with the values of keys that the description lists.
public var kCMMetadataFormatType_Boxed: CMMetadataFormatType { 0x6D65_6278 }
/// Event messages of MPEG-DASH.
public var kCMMetadataFormatType_EMSG: CMMetadataFormatType { 0x656D_7367 }

/// The keys of boxed metadata, an array of dictionaries.
public var kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString { "MetadataKeyTable" }

// MARK: Keys

/// The key space, a number of four characters.
public var kCMMetadataFormatDescriptionKey_Namespace: CFString { "MetadataKeyNamespace" }
/// The key in its key space, data.
public var kCMMetadataFormatDescriptionKey_Value: CFString { "MetadataKeyValue" }
/// The number of the key in the samples.
public var kCMMetadataFormatDescriptionKey_LocalID: CFString { "MetadataKeyLocalID" }
/// The type of the value, data.
public var kCMMetadataFormatDescriptionKey_DataType: CFString { "MetadataKeyDataType" }
/// The kind of type: 0 for a number, 1 for a reverse domain name.
public var kCMMetadataFormatDescriptionKey_DataTypeNamespace: CFString {
  "MetadataKeyDataTypeNamespace"
}
/// The language of the value as a tag of RFC 5646, a string.
public var kCMMetadataFormatDescriptionKey_LanguageTag: CFString { "MetadataKeyLanguageTag" }

// MARK: Specifications

/// The identifier of a kind of metadata, a string.
public var kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString {
  "MetadataIdentifier"
}
/// The type of the value, a string such as `kCMMetadataBaseDataType_UTF8`.
public var kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString {
  "MetadataDataType"
}
/// The language as a tag of RFC 5646, a string.
public var kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString {
  "MetadataExtendedLanguageTag"
}

/// Creates a description of metadata with keys.
///
/// - Parameters:
///   - allocator: Not used.
///   - metadataType: The layout of the samples.
///   - keys: For boxed metadata, dictionaries with `kCMMetadataFormatDescriptionKey_Namespace` and
///     more. A key without a number gets one.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0; `kCMFormatDescriptionError_InvalidParameter` if a key lacks its name.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithKeys(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, keys: CFArray?,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  var made = CMFormatDescription(
    type: kCMMediaType_Metadata, subType: metadataType, extensions: nil)
  if metadataType == kCMMetadataFormatType_Boxed, let keys {
    let read = keys.compactMap { ($0 as? NSDictionary).flatMap { MetadataKey($0) } }
    guard read.count == keys.count else { return kCMFormatDescriptionError_InvalidParameter }
    made = CMFormatDescription(metadataKeys: read)
  }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = made
  return noErr
}

/// Creates a description of metadata from identifiers and types.
///
/// - Parameters:
///   - allocator: Not used.
///   - metadataType: The layout: boxed.
///   - metadataSpecifications: Dictionaries with
///     `kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier` and more.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0; `kCMFormatDescriptionError_InvalidParameter` if an identifier or a type is
///   missing, if a key space does not have 1 to 4 characters, or for another layout.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  guard metadataType == kCMMetadataFormatType_Boxed,
    let keys = MetadataSpecification.keys(metadataSpecifications)
  else { return kCMFormatDescriptionError_InvalidParameter }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = CMFormatDescription(metadataKeys: keys)
  return noErr
}

/// Creates a description with more kinds of metadata than another.
///
/// - Parameters:
///   - allocator: Not used.
///   - sourceDescription: The other description, whose keys keep their numbers.
///   - metadataSpecifications: The additional kinds.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0, or `kCMFormatDescriptionError_InvalidParameter`.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
  allocator: CFAllocator?, sourceDescription: CMMetadataFormatDescription,
  metadataSpecifications: CFArray,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  guard sourceDescription.subType == kCMMetadataFormatType_Boxed,
    let keys = MetadataSpecification.keys(metadataSpecifications)
  else { return kCMFormatDescriptionError_InvalidParameter }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = sourceDescription.adding(keys)
  return noErr
}

/// Creates a description with the kinds of metadata of two others.
///
/// - Parameters:
///   - allocator: Not used.
///   - sourceDescription: A description, whose keys keep their numbers.
///   - otherSourceDescription: Another description.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0; `kCMFormatDescriptionError_InvalidParameter` unless both describe boxed metadata.
@discardableResult
public func CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
  allocator: CFAllocator?, sourceDescription: CMMetadataFormatDescription,
  otherSourceDescription: CMMetadataFormatDescription,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  guard sourceDescription.subType == kCMMetadataFormatType_Boxed,
    otherSourceDescription.subType == kCMMetadataFormatType_Boxed
  else { return kCMFormatDescriptionError_InvalidParameter }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = sourceDescription.adding(
    otherSourceDescription.metadataKeys)
  return noErr
}

/// Returns the key with a number.
///
/// - Parameters:
///   - desc: The description.
///   - localKeyID: The number of the key in the samples.
/// - Returns: A dictionary with `kCMMetadataFormatDescriptionKey_Namespace` and more; `nil` without
///   such a key.
public func CMMetadataFormatDescriptionGetKeyWithLocalID(
  _ desc: CMMetadataFormatDescription, localKeyID: OSType
) -> CFDictionary? {
  desc.metadataKeys.first { $0.localID == localKeyID }?.dictionary
}

/// Returns the identifiers of the kinds of metadata; `nil` for other media.
public func CMMetadataFormatDescriptionGetIdentifiers(
  _ desc: CMMetadataFormatDescription
) -> CFArray? {
  desc.subType == kCMMetadataFormatType_Boxed ? NSArray(array: desc.identifiers) : nil
}

extension CMFormatDescription {
  /// The identifiers of the kinds of metadata; empty for other media.
  public var identifiers: [String] { metadataKeys.map(\.identifier) }

  /// Returns the key with a number, with the names `kCMMetadataFormatDescriptionKey_Namespace` and
  /// more; `nil` without such a key.
  public func keyWithLocalID(_ localKeyID: OSType) -> [String: CFPropertyList]? {
    guard let key = metadataKeys.first(where: { $0.localID == localKeyID }) else { return nil }
    var values: [String: CFPropertyList] = [:]
    for (name, value) in key.dictionary {
      if let name = name as? NSString { values[String(describing: name)] = value as AnyObject }
    }
    return values
  }

  fileprivate func adding(_ keys: [MetadataKey]) -> CMFormatDescription {
    var all = metadataKeys
    for key in keys where !all.contains(where: { $0.isSame(as: key) }) {
      var key = key
      key.localID = 0
      all.append(key)
    }
    return CMFormatDescription(metadataKeys: all)
  }
}

/// The dictionaries that specify kinds of metadata.
private enum MetadataSpecification {
  /// The keys; `nil` if one is invalid.
  static func keys(_ specifications: CFArray) -> [MetadataKey]? {
    var keys: [MetadataKey] = []
    for specification in specifications {
      guard let dictionary = specification as? NSDictionary,
        let identifier = text(
          dictionary, kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier),
        let type = text(
          dictionary, kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType),
        let key = MetadataKey(
          identifier: identifier, dataType: type,
          language: text(
            dictionary, kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag)
            ?? "")
      else { return nil }
      keys.append(key)
    }
    return keys
  }

  private static func text(_ dictionary: NSDictionary, _ key: CFString) -> String? {
    let value = dictionary.object(forKey: key)
    if let text = value as? String { return text }
    return (value as? NSString).map { String(describing: $0) }
  }
}
