import AudioModel

/// Which of the two AMR codecs, and how its frames tell their length.
///
/// A frame is a byte of header and the speech bits of its type, filled up to whole bytes.
///
/// Sources: RFC 4867, 5.3 (storage), 4.3.2 (header); 3GPP TS 26.101, table 1a, and 26.201, table 1a (types).
enum AMRBand: Equatable, Sendable {
  case narrow
  case wide

  /// Hertz.
  var sampleRate: Double { self == .narrow ? 8000 : 16_000 }

  /// Frames of PCM in each frame of the codec: 20 ms.
  var framesPerPacket: UInt32 { self == .narrow ? 160 : 320 }

  var formatID: FourCC { self == .narrow ? .amrNarrowBand : .amrWideBand }

  /// Bytes that no frame exceeds.
  var largestFrame: Int { self == .narrow ? 32 : 61 }

  /// The bits of a header that are always 0, and which a reader that knows a frame starts ignores.
  static let paddingBits: UInt8 = 0x83

  /// Bytes of the frame that starts with `header`, or 0 where its type is not one of this codec.
  ///
  /// Types for comfort noise of other codecs and for future use are none: what they hold cannot be decoded.
  func frameByteCount(_ header: UInt8) -> Int {
    let type = Int(header >> 3 & 15)
    return self == .narrow ? Self.narrowByteCounts[type] : Self.wideByteCounts[type]
  }

  /// Eight rates, comfort noise; the last is a frame without data.
  private static let narrowByteCounts = [
    13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1,
  ]
  /// Nine rates, comfort noise; the last two are a lost frame and one without data.
  private static let wideByteCounts = [
    18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1,
  ]
}
