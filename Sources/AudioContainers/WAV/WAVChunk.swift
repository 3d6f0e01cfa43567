import AudioModel
import AudioSyntax

/// The header of a chunk of a WAVE file.
struct WAVChunk {
  var tag: FourCC
  /// Bytes of the body.
  var byteCount: UInt64
  /// Position of the body.
  var start: UInt64

  init(at position: UInt64, _ bytes: Span<UInt8>, _ index: Int, isBigEndian: Bool) {
    tag = bytes.fourCC(at: index)
    byteCount = UInt64(
      isBigEndian ? bytes.bigEndian32(at: index + 4) : bytes.littleEndian32(at: index + 4))
    start = position.clampedAdding(8)
  }

  /// End of the body, before the pad byte of an odd chunk.
  var bodyEnd: UInt64 { start.clampedAdding(byteCount) }

  /// End of the body if it has `count` bytes.
  func end(ofBytes count: UInt64) -> UInt64 { start.clampedAdding(count) }
}
