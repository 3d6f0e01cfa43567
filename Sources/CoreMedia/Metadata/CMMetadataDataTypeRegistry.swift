public import CoreFoundation
public import Foundation
internal import Synchronization

/// A parameter is missing.
public let kCMMetadataDataTypeRegistryError_RequiredParameterMissing: OSStatus = -16311
/// The name of the type is not a reverse domain name.
public let kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier: OSStatus = -16312
/// The type is registered with other properties.
public let kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered: OSStatus = -16313
/// The type does not derive from a base type, or one of its parents is unknown.
public let kCMMetadataDataTypeRegistryError_RequiresConformingBaseType: OSStatus = -16314
/// The type derives from several base types.
public let kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes: OSStatus = -16315

/// The types of metadata values that the process knows.
package enum MetadataDataTypes {
  struct Entry: Equatable {
    var description: String
    var parents: [String]
  }

  private static let registered = Mutex<[String: Entry]>([:])

  static func entry(_ type: String) -> Entry? { registered.withLock { $0[type] } }

  static func register(_ type: String, _ entry: Entry) -> OSStatus {
    guard type.contains("."), !type.isEmpty else {
      return kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier
    }
    // Only known parents: otherwise, types could derive from themselves.
    let parents = entry.parents.map { self.bases(of: $0) }
    let bases = Set(parents.joined())
    guard !bases.isEmpty, parents.allSatisfy({ !$0.isEmpty }) else {
      return kCMMetadataDataTypeRegistryError_RequiresConformingBaseType
    }
    guard bases.count == 1 else {
      return kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes
    }
    return registered.withLock { types in
      guard !MetadataDataType.all.contains(type), types[type] ?? entry == entry else {
        return kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered
      }
      types[type] = entry
      return noErr
    }
  }

  /// The base types from which a type derives: itself for a base type.
  private static func bases(of type: String) -> [String] {
    if MetadataDataType.all.contains(type) { return [type] }
    return entry(type)?.parents.flatMap { bases(of: $0) } ?? []
  }

  /// The base type from which a type derives; `nil` for an unknown type.
  package static func base(of type: String) -> String? { bases(of: type).first }

  /// Whether a type is another one or derives from it.
  static func conforms(_ type: String, to other: String) -> Bool {
    type == other || (entry(type)?.parents.contains { conforms($0, to: other) } ?? false)
  }
}

/// Registers a type of metadata values.
///
/// - Parameters:
///   - dataType: The name, a reverse domain name.
///   - description: A description of the type.
///   - conformingDataTypes: The types from which it derives, with one base type.
/// - Returns: 0, or one of `kCMMetadataDataTypeRegistryError_…`.
@discardableResult
public func CMMetadataDataTypeRegistryRegisterDataType(
  _ dataType: CFString, description: CFString, conformingDataTypes: CFArray
) -> OSStatus {
  let parents = conformingDataTypes.compactMap { value in
    value as? String ?? (value as? NSString).map { String(describing: $0) }
  }
  return MetadataDataTypes.register(
    String(describing: dataType),
    .init(description: String(describing: description), parents: parents))
}

/// Whether a type is a base type or has been registered.
public func CMMetadataDataTypeRegistryDataTypeIsRegistered(_ dataType: CFString) -> Bool {
  MetadataDataTypes.base(of: String(describing: dataType)) != nil
}

/// Returns the description of a registered type; an empty string for other types.
public func CMMetadataDataTypeRegistryGetDataTypeDescription(_ dataType: CFString) -> CFString {
  (MetadataDataTypes.entry(String(describing: dataType))?.description ?? "") as NSString
}

/// Returns the types from which a registered type derives; an empty array for other types.
public func CMMetadataDataTypeRegistryGetConformingDataTypes(_ dataType: CFString) -> CFArray {
  let parents = MetadataDataTypes.entry(String(describing: dataType))?.parents ?? []
  return NSArray(array: parents)
}

/// Whether a type is another type or derives from it.
public func CMMetadataDataTypeRegistryDataTypeConformsToDataType(
  _ dataType: CFString, conformsTo conformsToDataType: CFString
) -> Bool {
  MetadataDataTypes.conforms(
    String(describing: dataType), to: String(describing: conformsToDataType))
}

/// Returns the base types, from which others derive.
public func CMMetadataDataTypeRegistryGetBaseDataTypes() -> CFArray? {
  NSArray(array: MetadataDataType.all)
}

/// Whether a type is a base type.
public func CMMetadataDataTypeRegistryDataTypeIsBaseDataType(_ dataType: CFString) -> Bool {
  MetadataDataType.all.contains(String(describing: dataType))
}

/// Returns the base type from which a type derives; an empty string for an unknown type.
public func CMMetadataDataTypeRegistryGetBaseDataTypeForConformingDataType(
  _ dataType: CFString
) -> CFString {
  (MetadataDataTypes.base(of: String(describing: dataType)) ?? "") as NSString
}
