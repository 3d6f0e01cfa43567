internal import Foundation

// The numbers in settings dictionaries, which clients store in any numeric type.
extension [String: Any] {
  /// The number for a key, in any numeric type.
  func number(_ key: String) -> Double? {
    switch self[key] {
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  /// The number for a key, rounded and clamped to 32 bits; `nil` if the value is not a number.
  func word(_ key: String) -> UInt32? {
    guard let number = number(key), !number.isNaN else { return nil }
    return UInt32(Swift.min(Swift.max(number.rounded(), 0), Double(UInt32.max)))
  }

  /// Whether the value for a key is `true`, or a number other than 0.
  func truth(_ key: String) -> Bool {
    self[key] as? Bool ?? number(key).map { $0 != 0 } ?? false
  }
}
