import AudioSyntax

/// The layout of a LATM stream's frames and their content: `StreamMuxConfig`.
///
/// Supports one program of one layer, as in every broadcast. Other layouts are
/// reported as unsupported.
///
/// Source: ISO/IEC 14496-3:2009, 1.7.3.1, tables 1.42 to 1.45; 1.7.3.2.
struct LATMConfig: Equatable, Sendable {
  /// The length of the payloads.
  enum PayloadLength: Equatable, Sendable {
    /// Each payload states its length.
    case stated
    /// Bits in each payload.
    case constant(Int)
  }

  /// The reason that a configuration cannot be used.
  enum Failure: Error {
    case malformed
    case unsupported
  }

  /// `AudioSpecificConfig` from its first bit, padded with zeros.
  var specificConfig: [UInt8]
  var specific: AudioSpecificConfig
  /// Payloads in each frame.
  var payloadCount: Int
  var payloadLength: PayloadLength

  /// Maximum size of a specific configuration in bytes, longer than any that lists its channels.
  private static let longestSpecificConfig = 1024

  /// Reads a configuration, and leaves `bits` at its end.
  init(_ frame: Span<UInt8>, _ bits: inout BitCursor) throws(Failure) {
    let hasLengths = try Self.flag(&bits)
    if hasLengths {
      // The syntax version is reserved.
      guard try !Self.flag(&bits) else { throw .unsupported }
      _ = try Self.value(&bits)
    }
    guard try Self.flag(&bits) else { throw .unsupported }
    payloadCount = Int(try Self.number(&bits, 6)) + 1
    guard try Self.number(&bits, 4) == 0, try Self.number(&bits, 3) == 0 else {
      throw .unsupported
    }
    let stated = hasLengths ? Int(try Self.value(&bits)) : nil
    (specific, specificConfig) = try Self.readSpecific(frame, &bits, bitCount: stated)
    switch try Self.number(&bits, 3) {
    case 0:
      // The fullness of the decoder's buffer.
      _ = try Self.number(&bits, 8)
      payloadLength = .stated
    case 1: payloadLength = .constant((Int(try Self.number(&bits, 9)) + 20) * 8)
    default: throw .unsupported
    }
    // Other data in the frames follows the payloads.
    if try Self.flag(&bits) {
      if hasLengths {
        _ = try Self.value(&bits)
      } else {
        while try Self.flag(&bits) { _ = try Self.number(&bits, 8) }
        _ = try Self.number(&bits, 8)
      }
    }
    if try Self.flag(&bits) { _ = try Self.number(&bits, 8) }
  }

  /// Reads `AudioSpecificConfig`, with or without a stated length.
  private static func readSpecific(
    _ frame: Span<UInt8>, _ bits: inout BitCursor, bitCount: Int?
  ) throws(Failure) -> (AudioSpecificConfig, [UInt8]) {
    let most = min(bits.remaining, longestSpecificConfig * 8)
    guard bitCount ?? 0 <= most else { throw .malformed }
    var bytes = frame.bytes(fromBit: bits.position, count: bitCount ?? most)
    var inner = BitCursor(bytes.span)
    // Without a stated length, the configuration cannot contain an extension.
    let config = AudioSpecificConfig(&inner, mayBeExtended: bitCount != nil)
    guard let specific = config else { throw .malformed }
    switch specific.objectType {
    case 1...4, 17, 23: break
    // The end of these types is unknown.
    case 39, 42: guard bitCount != nil else { throw .unsupported }
    default: throw .unsupported
    }
    let used = bitCount ?? inner.position
    guard bits.skip(used) else { throw .malformed }
    if bitCount == nil { bytes = frame.bytes(fromBit: bits.position - used, count: used) }
    return (specific, bytes)
  }

  /// Reads a number of one to four bytes.
  ///
  /// Source: `LatmGetValue`, table 1.43.
  private static func value(_ bits: inout BitCursor) throws(Failure) -> UInt32 {
    let count = Int(try number(&bits, 2)) + 1
    return try number(&bits, count * 8)
  }

  private static func number(_ bits: inout BitCursor, _ count: Int) throws(Failure) -> UInt32 {
    guard let number = bits.read(count) else { throw .malformed }
    return number
  }

  private static func flag(_ bits: inout BitCursor) throws(Failure) -> Bool {
    try number(&bits, 1) == 1
  }
}
