/// The text of a key in an identifier, such as `itsk/%A9nam`.
///
/// Source: RFC 3986, 2.1.
package enum MetadataPath {
  /// Writes the bytes of a key.
  package static func encoded(_ bytes: [UInt8]) -> String { bytes.map(encoded).joined() }

  private static func encoded(_ byte: UInt8) -> String {
    let scalar = Unicode.Scalar(byte)
    let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    if byte < 128, isPlain || "-._~".unicodeScalars.contains(scalar) { return String(scalar) }
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "%0" + digits : "%" + digits
  }

  /// Reads the bytes of a key.
  package static func decoded(_ text: Substring) -> [UInt8] {
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
