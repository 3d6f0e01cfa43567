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
    let bytes = Self.decoded(parts[1])
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
    return AVMetadataIdentifier(name + "/" + bytes.map(Self.encoded).joined())
  }

  /// Encodes a byte of a key for a URL path.
  ///
  /// Source: RFC 3986, 2.1.
  private static func encoded(_ byte: UInt8) -> String {
    let scalar = Unicode.Scalar(byte)
    let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    if byte < 128, isPlain || "-._~".unicodeScalars.contains(scalar) { return String(scalar) }
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "%0" + digits : "%" + digits
  }

  private static func decoded(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let digits = String(rest.prefix(2)), digits.count == 2,
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
