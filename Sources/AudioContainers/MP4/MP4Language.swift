/// The language code of a media header.
///
/// Source: ISO/IEC 14496-12, 8.4.2.3: three letters of ISO 639-2/T in five bits each.
enum MP4Language {
  /// The code of an undetermined language.
  static let undetermined: UInt16 = 0x55C4

  /// Returns the code of three letters, or that of an undetermined language for any other text.
  static func code(_ language: String) -> UInt16 {
    let letters = Array(language.utf8)
    guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      return undetermined
    }
    return letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
  }

  /// Returns the three letters of a code.
  ///
  /// - Returns: `nil` for an undetermined language, and for the numbers that old movies use.
  static func text(_ code: UInt16) -> String? {
    let values = [code >> 10 & 31, code >> 5 & 31, code & 31]
    guard code != undetermined, values.allSatisfy({ (1...26).contains($0) }) else { return nil }
    return String(decoding: values.map { UInt8($0) + 0x60 }, as: UTF8.self)
  }
}
