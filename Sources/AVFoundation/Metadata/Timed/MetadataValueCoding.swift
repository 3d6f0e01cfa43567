internal import CoreMedia
internal import Foundation

/// The bytes of metadata values in tracks.
///
/// Source: *QuickTime File Format*, "Well-Known Types".
enum MetadataValueCoding {
  private static func name(_ type: String) -> Substring {
    let base = MetadataDataTypes.base(of: type) ?? type
    return base.split(separator: ".").last ?? ""
  }

  /// The bytes of an item's value in a data type; `nil` if the type cannot hold the value.
  static func bytes(of item: AVMetadataItem, as type: String) -> [UInt8]? {
    let number = item.numberValue
    switch name(type) {
    case "UTF-8", "json": return item.stringValue.map { Array($0.utf8) } ?? data(item)
    case "UTF-16":
      return item.stringValue.map { $0.utf16.flatMap { big(UInt64($0), count: 2) } } ?? data(item)
    case "int8": return integer(number, count: 1, isSigned: true)
    case "int16": return integer(number, count: 2, isSigned: true)
    case "int32": return integer(number, count: 4, isSigned: true)
    case "int64": return integer(number, count: 8, isSigned: true)
    case "uint8": return integer(number, count: 1, isSigned: false)
    case "uint16": return integer(number, count: 2, isSigned: false)
    case "uint32": return integer(number, count: 4, isSigned: false)
    case "uint64": return integer(number, count: 8, isSigned: false)
    case "float32":
      return number.map { big(UInt64(Float($0.doubleValue).bitPattern), count: 4) }
    case "float64": return number.map { big($0.doubleValue.bitPattern, count: 8) }
    default:
      // A client's type whose base type is unknown may be text.
      return data(item) ?? item.stringValue.map { Array($0.utf8) }
    }
  }

  private static func data(_ item: AVMetadataItem) -> [UInt8]? { item.dataValue.map { Array($0) } }

  /// The bytes of the nearest integer; `nil` if that many bytes cannot hold it.
  private static func integer(_ number: NSNumber?, count: Int, isSigned: Bool) -> [UInt8]? {
    guard let number, let bits = number.integer else { return nil }
    let spare = 64 - 8 * count
    let isNegative = number.doubleValue.rounded() < 0
    guard isSigned else {
      return isNegative || (bits << spare) >> spare != bits ? nil : big(bits, count: count)
    }
    let value = Int64(bitPattern: bits)
    let fits = (value << spare) >> spare == value && (value < 0) == isNegative
    return fits ? big(bits, count: count) : nil
  }

  private static func big(_ value: UInt64, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// The value that bytes of a data type stand for; data if the bytes do not fit the type.
  static func content(_ bytes: [UInt8], _ type: String) -> MetadataContent {
    let value: MetadataContent.Value? =
      switch name(type) {
      case "UTF-8", "json": String(validating: bytes, as: UTF8.self).map { $0 as NSString }
      case "UTF-16": text16(bytes) as NSString
      case "int8", "int16", "int32", "int64":
        unsigned(bytes).map { NSNumber(value: signed($0, byteCount: bytes.count)) }
      case "uint8", "uint16", "uint32", "uint64": unsigned(bytes).map { NSNumber(value: $0) }
      case "float32" where bytes.count == 4:
        unsigned(bytes).map { NSNumber(value: Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
      case "float64" where bytes.count == 8:
        unsigned(bytes).map { NSNumber(value: Double(bitPattern: $0)) }
      default: nil
      }
    return MetadataContent(value ?? NSData(data: Data(bytes)))
  }

  private static func text16(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func unsigned(_ bytes: [UInt8]) -> UInt64? {
    guard (1...8).contains(bytes.count) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func signed(_ value: UInt64, byteCount: Int) -> Int64 {
    let spare = 64 - 8 * byteCount
    return Int64(bitPattern: value << spare) >> spare
  }
}

extension NSNumber {
  /// The bits of the nearest integer; `nil` if the number is not finite.
  fileprivate var integer: UInt64? {
    guard doubleValue.isFinite else { return nil }
    let nearest = doubleValue.rounded()
    // Other numbers are too small to exceed the integers.
    guard nearest == doubleValue else { return UInt64(bitPattern: Int64(nearest)) }
    return nearest < 0 ? UInt64(bitPattern: int64Value) : uint64Value
  }
}
