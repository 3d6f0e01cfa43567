package import AudioModel

/// One of the two AMR codecs, with the frame lengths of its frame types.
///
/// A frame has a header byte and the speech bits of its type, padded to whole bytes.
///
/// Sources: RFC 4867, 5.3 (storage), 4.3.2 (header); 3GPP TS 26.101, table 1a, and 26.201, table 1a
/// (types).
package enum AMRBand: Equatable, Sendable {
  case narrow
  case wide

  /// Hertz.
  package var sampleRate: Double { self == .narrow ? 8000 : 16_000 }

  /// PCM frames in each codec frame: 20 ms.
  package var framesPerPacket: UInt32 { self == .narrow ? 160 : 320 }

  package var formatID: FourCC { self == .narrow ? .amrNarrowBand : .amrWideBand }

  /// Maximum frame size in bytes.
  package var largestFrame: Int { self == .narrow ? 32 : 61 }

  /// The header bits that are always 0.
  ///
  /// A reader ignores them if it knows that a frame starts here.
  package static let paddingBits: UInt8 = 0x83

  /// Bytes of the frame that starts with `header`, or 0 if the codec does not support the frame
  /// type.
  ///
  /// Types for other codecs' comfort noise and for future use count as unsupported, because their
  /// content cannot be decoded.
  package func frameByteCount(_ header: UInt8) -> Int {
    let type = Int(header >> 3 & 15)
    return self == .narrow ? Self.narrowByteCounts[type] : Self.wideByteCounts[type]
  }

  /// Bytes per frame for each frame type: eight rates, comfort noise, and unsupported types.
  ///
  /// The last entry is a frame without data.
  private static let narrowByteCounts = [
    13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1,
  ]
  /// Bytes per frame for each frame type: nine rates, comfort noise, and unsupported types.
  ///
  /// The last two entries are a lost frame and a frame without data.
  private static let wideByteCounts = [
    18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1,
  ]
}
