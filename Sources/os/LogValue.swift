/// Makes text of the values of a message.
enum LogValue {
  /// The text of a value in a place of a format.
  ///
  /// - Parameters:
  ///   - value: The argument.
  ///   - conversion: The letter of printf.
  ///   - shape: Flags, width and precision of printf.
  ///   - notes: What stands in braces.
  /// - Returns: The value as the letter asks for it, or as it describes itself where it cannot.
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
      // Safe: the caller vouches for a string of C, as for printf.
      return unsafe String(cString: start)
    default:
      return String(describing: value)
    }
  }

  /// The number in a value, where there is one.
  static func integer(_ value: Any) -> (any BinaryInteger)? {
    switch value {
    case let number as any BinaryInteger: number
    case let truth as Bool: truth ? 1 : 0
    default: nil
    }
  }

  /// What the system says about an error of C.
  static func errorText(_ code: Int32) -> String {
    // Safe: the system's text is a string of C, and it is copied at once.
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

  /// The bits of a number in its own width: -1 of 32 bits is 0xFFFFFFFF.
  private static func bits(_ number: any BinaryInteger) -> UInt64 {
    let all = UInt64(truncatingIfNeeded: number)
    return number.bitWidth < 64 ? all & (1 << UInt64(number.bitWidth) - 1) : all
  }

  /// The text that a note asks for.
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
