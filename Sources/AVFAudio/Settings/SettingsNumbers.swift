internal import Foundation

// The numbers of settings dictionaries, which clients write in whichever type they have.
extension [String: Any] {
  /// The number under a key, in whichever type it is.
  func number(_ key: String) -> Double? {
    switch self[key] {
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  /// The number under a key as a whole one, the nearest that there is; `nil` for what is no number.
  func word(_ key: String) -> UInt32? {
    guard let number = number(key), !number.isNaN else { return nil }
    return UInt32(Swift.min(Swift.max(number.rounded(), 0), Double(UInt32.max)))
  }

  /// Whether what is under a key is true, or a number other than 0.
  func truth(_ key: String) -> Bool {
    self[key] as? Bool ?? number(key).map { $0 != 0 } ?? false
  }
}
