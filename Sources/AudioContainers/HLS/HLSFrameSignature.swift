/// The properties of packed frames on which a running decoder depends.
///
/// Variants with equal properties can be decoded one after the other without restarting the
/// decoder.
///
/// Sources: ISO/IEC 13818-7, 6.2 (ADTS); ISO/IEC 11172-3, 2.4.1.3 (MPEG audio).
package struct HLSFrameSignature: Equatable, Sendable {
  /// Bytes of a header that are compared.
  package static let byteCount = 4

  private enum Codec: Equatable {
    case adts
    case mpegAudio
  }

  private let codec: Codec
  /// Version, layer, profile, sample rate and channels.
  private let properties: [UInt8]

  /// Reads the header of the first frame.
  ///
  /// - Returns: `nil` for other bytes.
  package init?(_ frames: Span<UInt8>) {
    guard frames.count >= Self.byteCount, frames[0] == 0xFF else { return nil }
    if frames[1] & 0xF6 == 0xF0 {
      codec = .adts
      properties = [frames[1] & 0x08, frames[2] & 0xFD, frames[3] & 0xC0]
    } else if frames[1] & 0xE0 == 0xE0 {
      codec = .mpegAudio
      let isMono = frames[3] >> 6 == 3
      properties = [frames[1] & 0x1E, frames[2] & 0x0C, isMono ? 1 : 0]
    } else {
      return nil
    }
  }
}
