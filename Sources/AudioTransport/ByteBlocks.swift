internal import AudioModel

/// Contiguous bytes of a resource.
///
/// Stores blocks of 64 KiB, so that adding at the end and dropping at the start move no bytes.
package struct ByteBlocks: Sendable {
  private static let blockByteCount = 65_536

  private var blocks: [[UInt8]] = []
  /// Offset of the first block in the resource.
  ///
  /// Its first bytes may already be dropped.
  private var blocksStart: UInt64
  /// Offset in the resource of the first byte in memory.
  package private(set) var start: UInt64
  /// Offset in the resource after the last byte in memory.
  package private(set) var end: UInt64

  package init(start: UInt64) {
    blocksStart = start
    self.start = start
    end = start
  }

  /// Bytes in memory.
  var count: Int { Int(end - start) }

  /// Returns whether the byte at `offset` is in memory.
  package func contains(_ offset: UInt64) -> Bool { start <= offset && offset < end }

  /// Adds bytes at the end.
  package mutating func append(_ bytes: Span<UInt8>) {
    var position = 0
    while position < bytes.count {
      let used = Int((end - blocksStart) % UInt64(ByteBlocks.blockByteCount))
      if used == 0 {
        blocks.append([])
        blocks[blocks.count - 1].reserveCapacity(ByteBlocks.blockByteCount)
      }
      let count = min(bytes.count - position, ByteBlocks.blockByteCount - used)
      let last = blocks.count - 1
      for index in position..<position + count { blocks[last].append(bytes[index]) }
      position += count
      end += UInt64(count)
    }
  }

  /// Copies bytes from `offset` on, as many as fit.
  ///
  /// - Returns: The number of bytes copied, or 0 if `offset` is not in memory.
  package func copy(from offset: UInt64, into buffer: inout MutableSpan<UInt8>) -> Int {
    guard contains(offset) else { return 0 }
    let total = min(buffer.count, Int(end - offset))
    var copied = 0
    while copied < total {
      let inside = Int(offset - blocksStart) + copied
      let block = blocks[inside / ByteBlocks.blockByteCount]
      let first = inside % ByteBlocks.blockByteCount
      let count = min(total - copied, block.count - first)
      buffer.copy(block.span.extracting(first..<first + count), to: copied)
      copied += count
    }
    return copied
  }

  /// Drops the bytes before `offset`.
  package mutating func drop(before offset: UInt64) {
    guard offset > start else { return }
    start = min(offset, end)
    let whole = Int(start - blocksStart) / ByteBlocks.blockByteCount
    blocks.removeFirst(min(whole, blocks.count))
    blocksStart += UInt64(whole * ByteBlocks.blockByteCount)
  }
}
