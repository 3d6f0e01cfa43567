/// Text by the formats of printf.
enum Printf {
  /// Writes one number.
  ///
  /// - Parameters:
  ///   - format: A format with one place, which suits the number.
  ///   - number: The number, as wide as the format says.
  /// - Returns: The text.
  static func text(_ format: String, _ number: some CVarArg) -> String {
    // Safe: the arguments live during the calls, and the second has room for what the first counted.
    let count = unsafe withVaList([number]) { unsafe vsnprintf(nil, 0, format, $0) }
    guard count > 0 else { return "" }
    return unsafe String(unsafeUninitializedCapacity: Int(count) + 1) { room in
      unsafe room.withMemoryRebound(to: CChar.self) { room in
        unsafe withVaList([number]) {
          unsafe _ = vsnprintf(room.baseAddress, room.count, format, $0)
        }
      }
      return Int(count)
    }
  }
}
