internal import AudioModel

/// Bytes of a resource that lie side by side.
///
/// Holds blocks of 64 KiB, so that adding at the end and dropping at the start move nothing.
struct HTTPSegment: Sendable {
  private static let blockByteCount = 65_536

  private var blocks: [[UInt8]] = []
  /// Offset in the resource of the first block, whose front bytes may be dropped already.
  private var blocksStart: UInt64
  /// Offset in the resource of the first byte held.
  private(set) var start: UInt64
  /// Offset in the resource behind the last byte held.
  private(set) var end: UInt64

  init(start: UInt64) {
    blocksStart = start
    self.start = start
    end = start
  }

  /// Bytes held.
  var count: Int { Int(end - start) }

  /// Whether the byte at `offset` is held.
  func contains(_ offset: UInt64) -> Bool { start <= offset && offset < end }

  /// Adds bytes at the end.
  mutating func append(_ bytes: Span<UInt8>) {
    var position = 0
    while position < bytes.count {
      let used = Int((end - blocksStart) % UInt64(HTTPSegment.blockByteCount))
      if used == 0 {
        blocks.append([])
        blocks[blocks.count - 1].reserveCapacity(HTTPSegment.blockByteCount)
      }
      let count = min(bytes.count - position, HTTPSegment.blockByteCount - used)
      let last = blocks.count - 1
      for index in position..<position + count { blocks[last].append(bytes[index]) }
      position += count
      end += UInt64(count)
    }
  }

  /// Copies what is held from `offset` on, as much as fits.
  ///
  /// - Returns: How many bytes were copied, 0 where `offset` is not held.
  func copy(from offset: UInt64, into buffer: inout MutableSpan<UInt8>) -> Int {
    guard contains(offset) else { return 0 }
    let total = min(buffer.count, Int(end - offset))
    var copied = 0
    while copied < total {
      let inside = Int(offset - blocksStart) + copied
      let block = blocks[inside / HTTPSegment.blockByteCount]
      let first = inside % HTTPSegment.blockByteCount
      let count = min(total - copied, block.count - first)
      buffer.copy(block.span.extracting(first..<first + count), to: copied)
      copied += count
    }
    return copied
  }

  /// Forgets the bytes before `offset`.
  mutating func drop(before offset: UInt64) {
    guard offset > start else { return }
    start = min(offset, end)
    let whole = Int(start - blocksStart) / HTTPSegment.blockByteCount
    blocks.removeFirst(min(whole, blocks.count))
    blocksStart += UInt64(whole * HTTPSegment.blockByteCount)
  }
}
