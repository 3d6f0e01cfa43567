/// A key that decrypts segments.
///
/// Source: RFC 8216, 4.3.2.4, EXT-X-KEY.
package struct HLSKey: Equatable, Hashable, Sendable {
  package enum Method: Equatable, Hashable, Sendable {
    /// Whole segments, AES with 128 bits in CBC mode and PKCS7 padding.
    case aes128
    /// Parts of the samples in CBC mode.
    case sampleAES
    /// Parts of the samples in counter mode.
    case sampleAESCTR
    /// An unsupported method.
    case other(String)
  }

  /// The format of a key of 16 bytes in a separate resource.
  package static let identityFormat = "identity"

  package var method: Method
  /// The URI of the key as in the playlist.
  package var uri: String
  /// The initialization vector, if the playlist states it.
  package var vector: UInt128?
  /// The format of the key, ``identityFormat`` by default.
  package var format: String
  /// Versions of the format, as in the playlist.
  package var formatVersions: String?

  /// The initialization vector of a segment: by default, the segment's number.
  ///
  /// - Parameter sequence: The media sequence number of that segment, or `nil` for an
  ///   initialization section. Such a section must state its vector; otherwise the vector is 0.
  /// - Returns: 16 bytes, most significant first.
  ///
  /// Source: RFC 8216, 5.2.
  package func vectorBytes(forSequence sequence: Int?) -> [UInt8] {
    let vector = vector ?? UInt128(max(sequence ?? 0, 0))
    return (0..<16).map { UInt8(truncatingIfNeeded: vector >> (8 * (15 - $0))) }
  }
}

extension HLSKey {
  /// Reads the attributes of a key.
  ///
  /// - Returns: `nil` for the method `NONE`.
  init?(_ attributes: HLSAttributes, line: Int) throws(HLSError) {
    guard let name = attributes["METHOD"] else { throw HLSError(.key, line: line) }
    guard name != "NONE" else { return nil }
    guard let uri = attributes["URI"], !uri.isEmpty else { throw HLSError(.key, line: line) }
    self.uri = uri
    method =
      switch name {
      case "AES-128": .aes128
      case "SAMPLE-AES": .sampleAES
      case "SAMPLE-AES-CTR": .sampleAESCTR
      default: .other(name)
      }
    if let text = attributes["IV"] {
      guard let vector = HLSText.hexadecimal(text) else { throw HLSError(.key, line: line) }
      self.vector = vector
    }
    format = attributes["KEYFORMAT"] ?? Self.identityFormat
    formatVersions = attributes["KEYFORMATVERSIONS"]
  }
}
