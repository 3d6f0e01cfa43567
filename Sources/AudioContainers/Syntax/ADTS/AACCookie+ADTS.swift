import AudioModel

extension AACCookie {
  /// Packs the object type in 5 bits, rate index and channel configuration in 4 each, and three
  /// flags of 0.
  static func specificConfig(for header: ADTSHeader) -> [UInt8] {
    let bits =
      UInt16(header.objectType) << 11 | UInt16(header.sampleRateIndex) << 7
      | UInt16(header.channelConfiguration) << 3
    return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
  }
}
