internal import CCoreMedia
internal import CoreFoundation
internal import Foundation

/// A kind of metadata in a track: its name, its type, and its number in the samples.
package struct MetadataKey: Equatable, Sendable {
  /// The number of the key in the samples; 0 before it has one.
  package var localID: UInt32
  /// The key space, such as `mdta`.
  package var namespace: UInt32
  package var value: [UInt8]
  /// 0 for a number of a well-known type, 1 for a reverse domain name.
  package var dataTypeNamespace: UInt32
  package var dataType: [UInt8]
  /// The language as a tag of RFC 5646, or empty.
  package var language: String

  package init(
    localID: UInt32, name: (namespace: UInt32, value: [UInt8]),
    type: (namespace: UInt32, value: [UInt8]), language: String
  ) {
    self.localID = localID
    (namespace, value) = name
    (dataTypeNamespace, dataType) = type
    self.language = language
  }

  /// Makes a key of an identifier, whose key space has at most four characters.
  package init?(identifier: String, dataType: String, language: String) {
    let parts = identifier.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, (1...4).contains(parts[0].utf8.count) else { return nil }
    let space = Array(parts[0].utf8) + [32, 32, 32]
    let namespace = space.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let type: (UInt32, [UInt8])
    if let number = MetadataDataType.number(of: dataType) {
      type = (0, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    } else {
      type = (1, Array(dataType.utf8))
    }
    self.init(
      localID: 0, name: (namespace, MetadataPath.decoded(parts[1])), type: type,
      language: language)
  }

  /// The identifier.
  package var identifier: String {
    let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: namespace >> $0) }
    var space = String(decoding: characters, as: UTF8.self)
    // Radio metadata have a space in the name of their key space.
    if space != "icy " { while space.last == " " { space.removeLast() } }
    return space + "/" + MetadataPath.encoded(value)
  }

  /// The name of the type.
  package var dataTypeName: String {
    guard dataTypeNamespace == 0 else { return String(decoding: dataType, as: UTF8.self) }
    return MetadataDataType.name(of: dataType.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Whether two keys mean the same, apart from their numbers.
  package func isSame(as other: MetadataKey) -> Bool {
    var other = other
    other.localID = localID
    return self == other
  }

  // MARK: - Dictionaries

  /// Reads a dictionary with the keys `kCMMetadataFormatDescriptionKey_…`.
  init?(_ dictionary: NSDictionary) {
    func number(_ key: CFString) -> UInt32? {
      (dictionary.object(forKey: key) as? NSNumber)?.uint32Value
    }
    func bytes(_ key: CFString) -> [UInt8]? {
      (dictionary.object(forKey: key) as? NSData).map { Array(Data(referencing: $0)) }
    }
    guard let namespace = number(kCMMetadataFormatDescriptionKey_Namespace),
      let value = bytes(kCMMetadataFormatDescriptionKey_Value)
    else { return nil }
    let language = dictionary.object(forKey: kCMMetadataFormatDescriptionKey_LanguageTag)
    self.init(
      localID: number(kCMMetadataFormatDescriptionKey_LocalID) ?? 0, name: (namespace, value),
      type: (
        number(kCMMetadataFormatDescriptionKey_DataTypeNamespace) ?? 0,
        bytes(kCMMetadataFormatDescriptionKey_DataType) ?? [0, 0, 0, 0]
      ), language: (language as? NSString).map { String(describing: $0) } ?? "")
  }

  /// A dictionary with the keys `kCMMetadataFormatDescriptionKey_…`.
  var dictionary: NSDictionary {
    var values: [NSObject: Any] = [
      kCMMetadataFormatDescriptionKey_LocalID: NSNumber(value: localID),
      kCMMetadataFormatDescriptionKey_Namespace: NSNumber(value: namespace),
      kCMMetadataFormatDescriptionKey_Value: NSData(data: Data(value)),
      kCMMetadataFormatDescriptionKey_DataTypeNamespace: NSNumber(value: dataTypeNamespace),
      kCMMetadataFormatDescriptionKey_DataType: NSData(data: Data(dataType)),
    ]
    if !language.isEmpty {
      values[kCMMetadataFormatDescriptionKey_LanguageTag] = language as NSString
    }
    return NSDictionary(dictionary: values)
  }
}

extension CMFormatDescription {
  /// Describes boxed metadata; keys without a number get one.
  package convenience init(metadataKeys keys: [MetadataKey]) {
    var used = Set(keys.map(\.localID))
    var next: UInt32 = 1
    let dictionaries = keys.map { key in
      var key = key
      if key.localID == 0 {
        while used.contains(next) { next += 1 }
        key.localID = next
        used.insert(next)
      }
      return key.dictionary
    }
    self.init(
      type: kCMMediaType_Metadata, subType: kCMMetadataFormatType_Boxed,
      extensions: [kCMFormatDescriptionExtensionKey_MetadataKeyTable: NSArray(array: dictionaries)])
  }

  /// The keys of boxed metadata; empty for other media.
  package var metadataKeys: [MetadataKey] {
    let table = dictionary?.object(forKey: kCMFormatDescriptionExtensionKey_MetadataKeyTable)
    return (table as? NSArray)?.compactMap { ($0 as? NSDictionary).flatMap { MetadataKey($0) } }
      ?? []
  }
}
