/// The header of an ADTS frame.
///
/// Source: ISO/IEC 13818-7, 6.2 Audio Data Transport Stream; ISO/IEC 14496-3, 1.A.2.2.
struct ADTSHeader: Equatable, Sendable {
  static let byteCount = 7

  /// The MPEG-4 audio object type.
  ///
  /// 1 is main, 2 low complexity, 3 scalable rate, and 4 long-term prediction.
  var objectType: Int
  var sampleRateIndex: Int
  /// Channels by the standard's table; 0 if the stream itself defines them.
  var channelConfiguration: Int
  var hasChecksum: Bool
  /// Bytes of the frame, including the header.
  var frameByteCount: Int
  /// Raw data blocks, 1 to 4, each of 1024 PCM frames.
  var blockCount: Int

  /// Reads the header at `index`.
  ///
  /// Returns `nil` if the bytes are not a header, or if the frame would contain only the header.
  init?(_ bytes: Span<UInt8>, at index: Int) {
    let fixed = bytes.bigEndian32(at: index)
    guard fixed >> 20 == 0xFFF, fixed >> 17 & 3 == 0 else { return nil }
    hasChecksum = fixed >> 16 & 1 == 0
    objectType = Int(fixed >> 14 & 3) + 1
    sampleRateIndex = Int(fixed >> 10 & 15)
    channelConfiguration = Int(fixed >> 6 & 7)
    let variable = bytes.bigEndian32(at: index + 3)
    frameByteCount = Int(variable >> 13 & 0x1FFF)
    blockCount = Int(variable & 3) + 1
    guard sampleRateIndex < Self.sampleRates.count, frameByteCount > headerByteCount else {
      return nil
    }
  }

  /// Bytes before the first raw data block.
  ///
  /// With a checksum and several blocks, they include a table of the later block starts.
  var headerByteCount: Int { Self.byteCount + (hasChecksum ? 2 * blockCount : 0) }

  /// Hertz.
  var sampleRate: Int { Self.sampleRates[sampleRateIndex] }

  /// Channels, or `nil` if the configuration does not define them.
  var channelCount: Int? {
    switch channelConfiguration {
    case 0: nil
    case 7: 8
    default: channelConfiguration
    }
  }

  /// The bits that all frames of a stream share: sync, version, layer, profile, sampling rate,
  /// channels.
  static let streamMask: UInt32 = 0xFFFE_FDC0

  /// Source: ISO/IEC 14496-3, table 1.18.
  static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
}
