/// Where the packet table of a CAF file stands while the file grows.
struct CAFTablePlace: Sendable {
  /// Where the table's chunk starts, up to which there is room for audio.
  var offset: UInt64
  /// Bytes of the chunk's body, most of which may not be used yet.
  var byteCount: Int

  /// Where the first entry stands.
  var entriesOffset: UInt64 {
    offset &+ UInt64(CAFChunk.headerByteCount + CAFPacketTableWriter.headerByteCount)
  }

  /// Where the counts stand.
  var headerOffset: UInt64 { offset &+ UInt64(CAFChunk.headerByteCount) }

  /// Where the chunk ends.
  var end: UInt64 { headerOffset &+ UInt64(byteCount) }
}
