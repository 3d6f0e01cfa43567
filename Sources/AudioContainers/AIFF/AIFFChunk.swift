import AudioModel
import AudioSyntax

/// An AIFF chunk's header.
///
/// Source: *Audio Interchange File Format: "AIFF"*, version 1.3, "Chunk", after EA IFF 85.
struct AIFFChunk: Equatable, Sendable {
  static let headerByteCount = 8

  var tag: FourCC
  /// Position of the body.
  var start: UInt64
  /// Bytes of the body.
  var byteCount: UInt64

  /// Reads the header at `index`.
  ///
  /// - Precondition: All bytes of the header are available.
  init(_ bytes: Span<UInt8>, at index: Int, position: UInt64) {
    tag = bytes.fourCC(at: index)
    byteCount = UInt64(bytes.bigEndian32(at: index + 4))
    start = position.clampedAdding(UInt64(Self.headerByteCount))
  }

  /// End of the body, before the pad byte of an odd chunk.
  var end: UInt64 { start.clampedAdding(byteCount) }

  /// Bytes of the body to collect and read, or `nil` if the chunk is skipped.
  var collectedByteCount: Int? {
    switch tag {
    case .aiffName, .aiffAuthor, .aiffCopyright, .aiffAnnotation:
      Int(min(byteCount, UInt64(Tags.longestText)))
    case .aiffMarkers, .aiffComments: Int(min(byteCount, 1 << 20))
    case .aiffInstrument: byteCount >= 20 ? 20 : nil
    case .aiffChannelLayout: byteCount <= 12 + 20 * 0xFFFF ? Int(byteCount) : nil
    default: nil
    }
  }
}

extension FourCC {
  static let aiff = FourCC("A", "I", "F", "F")
  static let aifc = FourCC("A", "I", "F", "C")
  static let aiffForm = FourCC("F", "O", "R", "M")
  static let aiffCommon = FourCC("C", "O", "M", "M")
  static let aiffSound = FourCC("S", "S", "N", "D")
  static let aiffMarkers = FourCC("M", "A", "R", "K")
  static let aiffInstrument = FourCC("I", "N", "S", "T")
  static let aiffComments = FourCC("C", "O", "M", "T")
  static let aiffName = FourCC("N", "A", "M", "E")
  static let aiffAuthor = FourCC("A", "U", "T", "H")
  static let aiffCopyright = FourCC("(", "c", ")", " ")
  static let aiffAnnotation = FourCC("A", "N", "N", "O")
  static let aiffTag = FourCC("I", "D", "3", " ")
  static let aiffChannelLayout = FourCC("C", "H", "A", "N")
}
