import AudioModel
import AudioSyntax

/// A Wave64 chunk's header: a GUID, and a size that includes the header.
///
/// Source: *Sony Pictures Digital Wave 64* (Sonic Foundry, 2003): chunks start at multiples of
/// eight bytes.
struct W64Chunk: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case form
    case wave
    case format
    case data
    case other
  }

  static let headerByteCount = 24
  /// Bytes of the GUID.
  static let nameByteCount = 16

  var kind: Kind
  /// Position of the body.
  var start: UInt64
  /// Bytes of the body, if the size is known.
  var byteCount: UInt64
  /// Whether the size is known.
  ///
  /// A writer that cannot go back leaves 0 or the largest number.
  var isSized: Bool

  /// Reads the header at `index`.
  ///
  /// - Precondition: All bytes of the header are available.
  init(_ bytes: Span<UInt8>, at index: Int, position: UInt64) {
    kind = Self.kind(bytes, at: index)
    start = position.clampedAdding(UInt64(Self.headerByteCount))
    let size = bytes.littleEndian64(at: index + 16)
    isSized = size >= UInt64(Self.headerByteCount) && size < UInt64(Int64.max)
    byteCount = isSized ? size - UInt64(Self.headerByteCount) : 0
  }

  /// Start of the next chunk.
  var end: UInt64 {
    let padding = (8 - byteCount % 8) % 8
    return start.clampedAdding(byteCount).clampedAdding(padding)
  }

  /// The kind that the GUID at `index` represents.
  ///
  /// It consists of four letters and a rest that differs between the form itself and its contents.
  static func kind(_ bytes: Span<UInt8>, at index: Int) -> Kind {
    let middle = bytes.littleEndian32(at: index + 4)
    let last = bytes.bigEndian64(at: index + 8)
    switch (bytes.fourCC(at: index).description, middle, last) {
    case ("riff", 0x11CF_912E, 0xA5D6_28DB_04C1_0000): return .form
    case ("wave", 0x11D3_ACF3, 0x8CD1_00C0_4F8E_DB8A): return .wave
    case ("fmt ", 0x11D3_ACF3, 0x8CD1_00C0_4F8E_DB8A): return .format
    case ("data", 0x11D3_ACF3, 0x8CD1_00C0_4F8E_DB8A): return .data
    default: return .other
    }
  }
}
