import AudioModel

/// The header of a chunk of a WAVE file.
struct WAVChunk {
  var tag: FourCC
  /// Bytes of the body.
  var byteCount: UInt64
  /// Position of the body.
  var start: UInt64

  init(at position: UInt64, _ bytes: Span<UInt8>, _ index: Int) {
    tag = bytes.fourCC(at: index)
    byteCount = UInt64(bytes.littleEndian32(at: index + 4))
    start = position.clampedAdding(8)
  }

  /// Where the body ends, without its pad.
  var bodyEnd: UInt64 { start.clampedAdding(byteCount) }

  /// Where the next chunk starts.
  var end: UInt64 { end(ofBytes: byteCount) }

  /// Where the next chunk starts if this body has `count` bytes: an odd one is followed by a pad.
  func end(ofBytes count: UInt64) -> UInt64 {
    start.clampedAdding(count).clampedAdding(count & 1)
  }
}
