/// The location of a CAF file's packet table while the file grows.
struct CAFTablePlace: Sendable {
  /// Start of the table's chunk.
  ///
  /// Audio may use the space before the chunk.
  var offset: UInt64
  /// Bytes of the chunk's body, including unused space.
  var byteCount: Int

  /// Position of the first entry.
  var entriesOffset: UInt64 {
    offset &+ UInt64(CAFChunk.headerByteCount + CAFPacketTableWriter.headerByteCount)
  }

  /// Position of the counts.
  var headerOffset: UInt64 { offset &+ UInt64(CAFChunk.headerByteCount) }

  /// End of the chunk.
  var end: UInt64 { headerOffset &+ UInt64(byteCount) }
}
