/// The header of an ADTS frame.
///
/// Source: ISO/IEC 13818-7, 6.2 Audio Data Transport Stream; ISO/IEC 14496-3, 1.A.2.2.
package struct ADTSHeader: Equatable, Sendable {
  package static let byteCount = 7

  /// The MPEG-4 audio object type.
  ///
  /// 1 is main, 2 low complexity, 3 scalable rate, and 4 long-term prediction.
  package var objectType: Int
  package var sampleRateIndex: Int
  /// Channels by the standard's table; 0 if the stream itself defines them.
  package var channelConfiguration: Int
  package var hasChecksum: Bool
  /// Bytes of the frame, including the header.
  package var frameByteCount: Int
  /// Raw data blocks, 1 to 4, each of 1024 PCM frames.
  package var blockCount: Int

  /// Reads the header at `index`.
  ///
  /// Returns `nil` if the bytes are not a header, or if the frame would contain only the header.
  package init?(_ bytes: Span<UInt8>, at index: Int) {
    let fixed = bytes.bigEndian32(at: index)
    guard fixed >> 20 == 0xFFF, fixed >> 17 & 3 == 0 else { return nil }
    hasChecksum = fixed >> 16 & 1 == 0
    objectType = Int(fixed >> 14 & 3) + 1
    sampleRateIndex = Int(fixed >> 10 & 15)
    channelConfiguration = Int(fixed >> 6 & 7)
    let variable = bytes.bigEndian32(at: index + 3)
    frameByteCount = Int(variable >> 13 & 0x1FFF)
    blockCount = Int(variable & 3) + 1
    guard sampleRateIndex < AudioSpecificConfig.sampleRates.count, frameByteCount > headerByteCount
    else {
      return nil
    }
  }

  /// Bytes before the first raw data block.
  ///
  /// With a checksum and several blocks, they include a table of the later block starts.
  package var headerByteCount: Int { Self.byteCount + (hasChecksum ? 2 * blockCount : 0) }

  /// Hertz.
  package var sampleRate: Int { AudioSpecificConfig.sampleRates[sampleRateIndex] }

  /// Channels, or `nil` if the configuration does not define them.
  package var channelCount: Int? {
    switch channelConfiguration {
    case 0: nil
    case 7: 8
    default: channelConfiguration
    }
  }

  /// The bits that all frames of a stream share: sync, version, layer, profile, sampling rate,
  /// channels.
  package static let streamMask: UInt32 = 0xFFFE_FDC0
}
