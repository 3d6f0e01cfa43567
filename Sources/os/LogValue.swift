/// Converts the values of a message to text.
enum LogValue {
  /// Converts a value to text for a placeholder.
  ///
  /// - Parameters:
  ///   - value: The argument.
  ///   - conversion: The conversion letter, as in `printf`.
  ///   - shape: The flags, width, and precision, as in `printf`.
  ///   - notes: The annotations in braces.
  /// - Returns: The converted value, or its description if the conversion does not match.
  static func text(_ value: Any, conversion: Character, shape: String, notes: [String]) -> String {
    switch conversion {
    case "d", "i", "D", "u", "U":
      guard let number = integer(value) else { return String(describing: value) }
      return noted(number, notes) ?? decimal(number, shape: shape)
    case "x", "X", "o":
      guard let number = integer(value) else { return String(describing: value) }
      return Printf.text("%\(shape)ll\(conversion)", bits(number))
    case "p":
      guard let number = integer(value) else { return String(describing: value) }
      return Printf.text("0x%llx", bits(number))
    case "f", "F", "e", "E", "g", "G", "a", "A":
      guard let number = double(value) else { return String(describing: value) }
      return Printf.text("%\(shape)\(conversion)", number)
    case "c", "C":
      let scalar = integer(value).flatMap { UInt32(exactly: $0) }.flatMap(Unicode.Scalar.init)
      return scalar.map { String(Character($0)) } ?? String(describing: value)
    case "s":
      guard let start = unsafe value as? UnsafePointer<CChar> else {
        return String(describing: value)
      }
      // Safe: the caller guarantees a C string, as for `printf`.
      return unsafe String(cString: start)
    default:
      return String(describing: value)
    }
  }

  /// The integer in a value, or `nil` for other values.
  static func integer(_ value: Any) -> (any BinaryInteger)? {
    switch value {
    case let number as any BinaryInteger: number
    case let truth as Bool: truth ? 1 : 0
    default: nil
    }
  }

  /// The system's description of a C error.
  static func errorText(_ code: Int32) -> String {
    // Safe: the system returns a C string, which is copied immediately.
    unsafe String(cString: strerror(code))
  }

  private static func double(_ value: Any) -> Double? {
    switch value {
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    default: nil
    }
  }

  private static func decimal(_ number: any BinaryInteger, shape: String) -> String {
    if let signed = Int64(exactly: number) { return Printf.text("%\(shape)lld", signed) }
    if let unsigned = UInt64(exactly: number) { return Printf.text("%\(shape)llu", unsigned) }
    return String(describing: number)
  }

  /// The bits of a number in its own width.
  ///
  /// For example, -1 in 32 bits is 0xFFFFFFFF.
  private static func bits(_ number: any BinaryInteger) -> UInt64 {
    let all = UInt64(truncatingIfNeeded: number)
    return number.bitWidth < 64 ? all & (1 << UInt64(number.bitWidth) - 1) : all
  }

  /// The text for an annotation, or `nil` without a known annotation.
  private static func noted(_ number: any BinaryInteger, _ notes: [String]) -> String? {
    for note in notes {
      switch note {
      case "bool": return bits(number) == 0 ? "false" : "true"
      case "BOOL": return bits(number) == 0 ? "NO" : "YES"
      case "errno", "darwin.errno":
        guard let code = Int32(exactly: number) else { continue }
        return "[\(code): \(errorText(code))]"
      default: continue
      }
    }
    return nil
  }
}
