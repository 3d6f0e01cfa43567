package import AudioModel

extension [UInt8] {
  /// Appends an integer, least significant byte first.
  @inlinable
  package mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends an integer, most significant byte first.
  @inlinable
  package mutating func append(big value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends four characters.
  package mutating func append(_ tag: FourCC) {
    append(big: tag.rawValue)
  }

  /// Appends borrowed bytes.
  package mutating func append(_ bytes: Span<UInt8>) {
    append(bytes, bytes.indices)
  }

  /// The bytes of an integer, least significant first.
  @inlinable
  package static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: value)
    return bytes
  }

  /// The bytes of an integer, most significant first.
  @inlinable
  package static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(big: value)
    return bytes
  }
}
