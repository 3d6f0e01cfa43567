internal import Foundation

/// Typed values of a dictionary from a client.
struct DictionaryValues {
  let values: [String: Any]

  /// A finite number, of whichever type.
  func number(_ key: String) -> Double? {
    let number: Double? =
      switch values[key] {
      case let value as Double: value
      case let value as Float: Double(value)
      case let value as Bool: value ? 1 : 0
      case let value as any BinaryInteger: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A number without its fraction.
  func integer(_ key: String) -> Int? {
    number(key).flatMap { Int(exactly: $0.rounded(.towardZero)) }
  }

  /// A text that is not empty.
  func text(_ key: String) -> String? {
    let text = values[key] as? String ?? (values[key] as? NSString).map { $0.description }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The text as a list of one, or an empty list.
  func texts(_ key: String) -> [String] {
    text(key).map { [$0] } ?? []
  }

  /// A URL that is stated as such, or as a text.
  func url(_ key: String) -> String? {
    (values[key] as? URL ?? (values[key] as? NSURL)?.absoluteURL)?.absoluteString ?? text(key)
  }

  /// A date in the form of ISO 8601.
  func date(_ key: String) -> String? {
    let seconds: TimeInterval? =
      switch values[key] {
      case let date as Date: date.timeIntervalSinceReferenceDate
      case let date as NSDate: date.timeIntervalSinceReferenceDate
      default: nil
      }
    return seconds.map {
      ISO8601DateFormatter().string(from: Date(timeIntervalSinceReferenceDate: $0))
    }
  }
}
