import AudioModel
import AudioSyntax

/// A CAF chunk's header.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "CAF Chunk Header".
struct CAFChunk: Equatable, Sendable {
  static let headerByteCount = 12

  var tag: FourCC
  /// Position of the body.
  var start: UInt64
  /// Bytes of the body, or `nil` if it continues to the end of the file.
  var byteCount: UInt64?

  /// Start of the next chunk, or the largest position if this chunk is the last.
  var end: UInt64 { byteCount.map { start.clampedAdding($0) } ?? .max }

  /// Reads the header at `index`.
  ///
  /// Returns `nil` if the size is negative. Only the audio's size may be -1.
  ///
  /// - Precondition: All bytes of the header are available.
  init?(_ bytes: Span<UInt8>, at index: Int, position: UInt64) {
    tag = bytes.fourCC(at: index)
    start = position.clampedAdding(UInt64(Self.headerByteCount))
    let size = Int64(bitPattern: bytes.bigEndian64(at: index + 4))
    if size == -1, tag == .cafData { return }
    guard size >= 0 else { return nil }
    byteCount = UInt64(size)
  }

  /// Checks that the body has at least `byteCount` bytes.
  ///
  /// - Throws: ``ContainerError`` otherwise, at `position`.
  func require(_ byteCount: Int, at position: UInt64) throws(ContainerError) {
    guard let size = self.byteCount, size >= UInt64(byteCount) else {
      throw ContainerError(.malformed, at: position)
    }
  }

  /// Whether to collect and read the body.
  ///
  /// The body must not be too large for its type.
  var isCollected: Bool {
    guard let byteCount else { return false }
    switch tag {
    case .cafCookie, .cafInformation, .cafStrings: return byteCount <= 1 << 20
    case .cafMarkers, .cafRegions: return byteCount <= 1 << 22
    case .cafChannelLayout: return byteCount <= 12 + 20 * 0xFFFF
    default: return false
    }
  }
}

extension FourCC {
  static let caff = FourCC("c", "a", "f", "f")
  static let cafDescription = FourCC("d", "e", "s", "c")
  static let cafData = FourCC("d", "a", "t", "a")
  static let cafPacketTable = FourCC("p", "a", "k", "t")
  static let cafCookie = FourCC("k", "u", "k", "i")
  static let cafChannelLayout = FourCC("c", "h", "a", "n")
  static let cafInformation = FourCC("i", "n", "f", "o")
  static let cafStrings = FourCC("s", "t", "r", "g")
  static let cafMarkers = FourCC("m", "a", "r", "k")
  static let cafRegions = FourCC("r", "e", "g", "n")
}
