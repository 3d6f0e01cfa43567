internal import AudioModel
internal import Synchronization

/// Bytes that arrive once, for several readers at nearby positions.
///
/// Keeps the bytes that were read last, so that a reader at an earlier position does not make the
/// source go back. One thread at a time reads.
package final class SharedByteSource: ByteSource, Sendable {
  /// A contiguous piece of the resource.
  fileprivate struct Piece {
    var start: UInt64
    var bytes: [UInt8]
    var end: UInt64 { start &+ UInt64(bytes.count) }
  }

  fileprivate struct State {
    /// The pieces in ascending order, without overlaps.
    var pieces: [Piece] = []
    /// The starts of the pieces, the oldest first.
    var ages: [UInt64] = []
    var byteCount = 0
    var limit: Int
  }

  /// Bytes of a piece.
  private static let pieceByteCount = 32 << 10

  private let source: any ByteSource & Sendable
  private let state: Mutex<State>

  /// Makes a source that keeps bytes.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - byteCount: The limit of kept bytes.
  package init(_ source: any ByteSource & Sendable, keeping byteCount: Int) {
    self.source = source
    state = Mutex(State(limit: byteCount))
  }

  package var byteCount: UInt64? { source.byteCount }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    let (kept, next) = state.withLock { $0.find(offset) }
    if let kept { return copy(kept.bytes, from: Int(offset - kept.start), into: &buffer) }
    guard state.withLock({ $0.limit }) > 0 else {
      return try source.read(at: offset, into: &buffer)
    }
    let room = next.map { Int(clamping: $0 - offset) } ?? .max
    var bytes = [UInt8](repeating: 0, count: min(Self.pieceByteCount, room))
    var span = bytes.mutableSpan
    let count = try source.read(at: offset, into: &span)
    bytes.removeLast(bytes.count - count)
    guard count > 0 else { return 0 }
    state.withLock { $0.keep(Piece(start: offset, bytes: bytes)) }
    return copy(bytes, from: 0, into: &buffer)
  }

  private func copy(
    _ bytes: [UInt8], from first: Int, into buffer: inout MutableSpan<UInt8>
  ) -> Int {
    let count = min(buffer.count, bytes.count - first)
    buffer.copy(bytes.span.extracting(first..<first + count))
    return count
  }

  /// Forgets all bytes, and keeps no others: only one reader is left.
  package func stopKeeping() {
    state.withLock { $0 = State(limit: 0) }
  }
}

extension SharedByteSource.State {
  /// The number of pieces that start at an offset or before it.
  private func count(upTo offset: UInt64) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the piece with an offset, or else the start of the next piece.
  fileprivate func find(
    _ offset: UInt64
  ) -> (piece: SharedByteSource.Piece?, next: UInt64?) {
    let count = count(upTo: offset)
    if count > 0, pieces[count - 1].end > offset { return (pieces[count - 1], nil) }
    return (nil, count < pieces.count ? pieces[count].start : nil)
  }

  /// Adds a piece, and drops the oldest ones above the limit.
  fileprivate mutating func keep(_ piece: SharedByteSource.Piece) {
    pieces.insert(piece, at: count(upTo: piece.start))
    ages.append(piece.start)
    byteCount += piece.bytes.count
    while byteCount > limit, let oldest = ages.first {
      ages.removeFirst()
      let index = count(upTo: oldest) - 1
      byteCount -= pieces[index].bytes.count
      pieces.remove(at: index)
    }
  }
}
