internal import CoreMedia
internal import Foundation

/// A key and its key space, as an identifier states them.
struct MetadataIdentifier {
  /// A string, or the number of four characters.
  var key: any NSCopying & NSObjectProtocol
  var space: AVMetadataKeySpace

  /// The key spaces whose keys are four characters.
  private static let numbered: Set<AVMetadataKeySpace> = [
    .iTunes, .quickTimeUserData, .isoUserData,
  ]

  /// The prefixes of identifiers that differ from the name of the key space.
  private static let names: [AVMetadataKeySpace: String] = [.id3: "id3", .common: "common"]

  /// Splits an identifier; fails if it has no key space.
  init?(_ identifier: AVMetadataIdentifier) {
    let parts = identifier.rawValue.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let name = String(parts[0])
    space = Self.names.first { $0.value == name }?.key ?? AVMetadataKeySpace(name)
    let bytes = MetadataPath.decoded(parts[1])
    if Self.numbered.contains(space), bytes.count == 4 {
      key = NSNumber(value: bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    } else {
      key = String(decoding: bytes, as: UTF8.self) as NSString
    }
  }

  /// Joins a key and its key space; fails if the key is neither text nor a number.
  init?(key: Any, space: AVMetadataKeySpace) {
    self.space = space
    switch key {
    case let key as AVMetadataKey: self.key = key.rawValue as NSString
    case let key as NSNumber: self.key = key
    case let key as NSString: self.key = key
    case let key as String: self.key = key as NSString
    default: return nil
    }
    if Self.numbered.contains(space), let text = self.key as? NSString,
      let number = Self.number(String(describing: text))
    {
      self.key = NSNumber(value: number)
    }
  }

  /// Four characters as a number; `@` represents the copyright sign.
  private static func number(_ text: String) -> UInt32? {
    let characters = text.unicodeScalars
    guard characters.count == 4, characters.allSatisfy({ $0.value < 256 }) else { return nil }
    return characters.reduce(0) { $0 << 8 | ($1 == "@" ? 0xA9 : $1.value) }
  }

  /// The identifier.
  var identifier: AVMetadataIdentifier {
    let bytes: [UInt8]
    if let number = key as? NSNumber {
      let value = number.uint32Value
      bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    } else {
      bytes = Array(String(describing: key).utf8)
    }
    let name = Self.names[space] ?? space.rawValue
    return AVMetadataIdentifier(name + "/" + MetadataPath.encoded(bytes))
  }
}
