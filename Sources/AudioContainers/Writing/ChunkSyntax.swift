import AudioModel
import AudioSyntax

/// The syntax of a chunk's header in a family of formats.
enum ChunkSyntax: Sendable {
  /// A type, and a little-endian size of 32 bits.
  ///
  /// Source: *Multimedia Programming Interface and Data Specifications 1.0*, "Chunks".
  case riff
  /// A type, and a big-endian size of 32 bits.
  ///
  /// Source: *EA IFF 85*, "Chunks".
  case iff
  /// A type, and a big-endian size of 64 bits.
  ///
  /// Source: *Apple Core Audio Format Specification 1.0*, "CAF Chunk Header".
  case caf

  /// The syntax of a file type, or `nil` if the type is not a writable list of chunks.
  init?(fileType: FourCC) {
    switch fileType.description {
    case "WAVE", "RF64", "BW64": self = .riff
    case "AIFF", "AIFC": self = .iff
    case "caff": self = .caf
    default: return nil
    }
  }

  /// Bytes of a file before its first chunk.
  var fileHeaderByteCount: UInt64 { self == .caf ? 8 : 12 }

  var headerByteCount: Int { self == .caf ? 12 : 8 }

  /// The tag of a filler chunk.
  var filler: FourCC {
    switch self {
    case .riff: FourCC("J", "U", "N", "K")
    // Apple's own tag, because the specification does not define one.
    case .iff: FourCC("F", "L", "L", "R")
    case .caf: FourCC("f", "r", "e", "e")
    }
  }

  /// The bytes of a chunk's header.
  func header(_ tag: FourCC, byteCount: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(tag)
    switch self {
    case .riff: bytes.append(little: UInt32(clamping: byteCount))
    case .iff: bytes.append(big: UInt32(clamping: byteCount))
    case .caf: bytes.append(big: byteCount)
    }
    return bytes
  }

  /// Bytes between the end of a body and the next chunk.
  func padding(behind byteCount: UInt64) -> Int {
    self == .caf ? 0 : Int(byteCount & 1)
  }

  /// A chunk with its header and padding.
  func bytes(of chunk: DataChunk) -> [UInt8] {
    var bytes = header(chunk.tag, byteCount: UInt64(chunk.body.count))
    bytes.append(contentsOf: chunk.body)
    bytes.append(zeros: padding(behind: UInt64(chunk.body.count)))
    return bytes
  }
}
