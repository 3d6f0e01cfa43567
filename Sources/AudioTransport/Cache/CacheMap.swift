/// The bytes of a resource that are on disk, in chunks with a checksum each.
struct CacheMap: Equatable, Sendable {
  /// Contiguous bytes.
  struct Chunk: Equatable, Sendable {
    let start: UInt64
    var byteCount: Int
    var checksum: CacheChecksum
    /// Whether the bytes on disk are known to have the checksum.
    var isTrusted: Bool

    var end: UInt64 { start + UInt64(byteCount) }
  }

  /// Bytes after which a new chunk begins.
  ///
  /// A chunk of an earlier day is read completely before its first use, to verify its checksum.
  static let chunkByteCount = 64 << 10

  /// The chunks in the order of their bytes, without overlaps.
  private(set) var chunks: [Chunk] = []

  /// Bytes on disk.
  private(set) var byteCount: UInt64 = 0

  var isEmpty: Bool { chunks.isEmpty }

  // MARK: Questions

  /// The chunk that has a byte.
  func chunk(at offset: UInt64) -> Chunk? {
    let index = firstIndex(endingAfter: offset)
    guard index < chunks.count, chunks[index].start <= offset else { return nil }
    return chunks[index]
  }

  func contains(_ offset: UInt64) -> Bool { chunk(at: offset) != nil }

  /// The first missing byte at or after an offset.
  func firstGap(from offset: UInt64) -> UInt64 {
    var index = firstIndex(endingAfter: offset)
    var end = offset
    while index < chunks.count, chunks[index].start <= end {
      end = chunks[index].end
      index += 1
    }
    return end
  }

  /// The first byte on disk at or after an offset.
  func nextStart(after offset: UInt64) -> UInt64? {
    let index = firstIndex(endingAfter: offset)
    guard index < chunks.count else { return nil }
    return max(chunks[index].start, offset)
  }

  /// The contiguous bytes, in order.
  var ranges: [Range<UInt64>] {
    var ranges: [Range<UInt64>] = []
    for chunk in chunks {
      if let last = ranges.last, last.upperBound == chunk.start {
        ranges[ranges.count - 1] = last.lowerBound..<chunk.end
      } else {
        ranges.append(chunk.start..<chunk.end)
      }
    }
    return ranges
  }

  /// The index of the first chunk with an end after an offset.
  private func firstIndex(endingAfter offset: UInt64) -> Int {
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Changes

  /// Adds bytes that are on disk now, and were missing before.
  mutating func add(_ bytes: Span<UInt8>, at offset: UInt64) {
    var position = 0
    while position < bytes.count {
      let index = firstIndex(endingAfter: offset + UInt64(position))
      let isNew =
        index == 0 || chunks[index - 1].end != offset + UInt64(position)
        || chunks[index - 1].byteCount >= Self.chunkByteCount
      if isNew {
        let chunk = Chunk(
          start: offset + UInt64(position), byteCount: 0, checksum: CacheChecksum(),
          isTrusted: true)
        chunks.insert(chunk, at: index)
      }
      let target = isNew ? index : index - 1
      let room = Self.chunkByteCount - chunks[target].byteCount
      let piece = bytes.extracting(position..<position + min(room, bytes.count - position))
      chunks[target].checksum.add(piece)
      chunks[target].byteCount += piece.count
      position += piece.count
    }
    byteCount += UInt64(bytes.count)
  }

  /// Adds a chunk from the map file after all others.
  ///
  /// - Returns: Whether the chunk has a valid size and starts after the other chunks.
  mutating func append(_ chunk: Chunk) -> Bool {
    guard (1...Self.chunkByteCount).contains(chunk.byteCount), chunk.start >= chunks.last?.end ?? 0,
      chunk.start <= UInt64(Int64.max) - UInt64(chunk.byteCount)
    else { return false }
    chunks.append(chunk)
    byteCount += UInt64(chunk.byteCount)
    return true
  }

  /// Notes that the bytes of a chunk have its checksum.
  mutating func trust(_ chunk: Chunk) {
    guard let index = index(of: chunk) else { return }
    chunks[index].isTrusted = true
  }

  /// Removes a chunk whose bytes do not have its checksum.
  mutating func remove(_ chunk: Chunk) {
    guard let index = index(of: chunk) else { return }
    byteCount -= UInt64(chunks[index].byteCount)
    chunks.remove(at: index)
  }

  private func index(of chunk: Chunk) -> Int? {
    let index = firstIndex(endingAfter: chunk.start)
    guard index < chunks.count, chunks[index].start == chunk.start,
      chunks[index].checksum == chunk.checksum
    else { return nil }
    return index
  }

  /// Trusts chunks that are equal to trusted chunks of another map.
  mutating func trust(those other: CacheMap) {
    var index = 0
    for chunk in other.chunks where chunk.isTrusted {
      while index < chunks.count, chunks[index].start < chunk.start { index += 1 }
      guard index < chunks.count else { return }
      if chunks[index].start == chunk.start, chunks[index].checksum == chunk.checksum {
        chunks[index].isTrusted = true
      }
    }
  }
}
