/// Formats text as `printf` does.
enum Printf {
  /// Formats one number.
  ///
  /// - Parameters:
  ///   - format: A format with one placeholder, which matches the number.
  ///   - number: The number, with the width that the format states.
  /// - Returns: The text.
  static func text(_ format: String, _ number: some CVarArg) -> String {
    // Safe: the arguments are alive during the calls, and the second has room for the counted
    // characters.
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
