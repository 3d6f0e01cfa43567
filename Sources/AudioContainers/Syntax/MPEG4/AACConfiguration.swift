import AudioModel

/// Creates minimal configurations of an AAC decoder.
enum AACConfiguration {
  /// A low-complexity configuration: object type in 5 bits, rate and channels in 4 each, three
  /// flags of 0.
  ///
  /// Source: ISO/IEC 14496-3, 1.6.2.1.
  static func plain(_ format: StreamFormat) -> [UInt8] {
    // High efficiency decodes to twice the rate.
    let isDoubled = format.formatID != .mpeg4AAC
    let rate = Int(format.sampleRate) / (isDoubled ? 2 : 1)
    let channels = format.channelCount == 8 ? 7 : format.channelCount
    guard let index = ADTSHeader.sampleRates.firstIndex(of: rate) else {
      let wide = 2 << 35 | 15 << 31 | UInt64(rate & 0xFF_FFFF) << 7 | UInt64(channels) << 3
      return Array([UInt8].big(wide).dropFirst(3))
    }
    return .big(UInt16(2 << 11 | index << 7 | channels << 3))
  }
}
