internal import AudioTransport

/// The boxes of a file of the MP4 family that show whether it has a video track.
///
/// Source: ISO/IEC 14496-12, 4.2 (boxes), 8.2.1 (`moov`), 8.3.1 (`trak`), 8.4.3 (`hdlr`).
enum MovieOutline {
  /// The limit of boxes to visit.
  private static let mostBoxes = 10_000

  /// Whether the file can be read, and has a video track.
  static func hasPictures(_ source: any ByteSource) -> Bool {
    var walk = Walk(source: source)
    return walk.containsPictures(in: 0..<(source.byteCount ?? .max), depth: 0)
  }

  private struct Walk {
    let source: any ByteSource
    var boxCount = 0

    /// The path to a handler: movie, track, media.
    private static let path: [[UInt8]] = [
      Array("moov".utf8), Array("trak".utf8), Array("mdia".utf8),
    ]
    private static let handler = Array("hdlr".utf8)
    private static let video = Array("vide".utf8)

    init(source: any ByteSource) { self.source = source }

    mutating func containsPictures(in range: Range<UInt64>, depth: Int) -> Bool {
      var offset = range.lowerBound
      while offset < range.upperBound, boxCount < MovieOutline.mostBoxes {
        boxCount += 1
        guard let head = bytes(at: offset, count: 8) else { return false }
        var size = head[..<4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var headByteCount: UInt64 = 8
        if size == 1 {
          guard let large = bytes(at: offset + 8, count: 8) else { return false }
          size = large.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          headByteCount = 16
        } else if size == 0 {
          size = range.upperBound - offset
        }
        guard size >= headByteCount, size <= range.upperBound - offset else { return false }
        let content = offset + headByteCount..<offset + size
        let type = Array(head[4...])
        if depth == 3, type == Self.handler {
          // A version with flags and a zero precede the type of the handler.
          return bytes(at: content.lowerBound + 8, count: 4) == Self.video
        }
        if depth < 3, type == Self.path[depth], containsPictures(in: content, depth: depth + 1) {
          return true
        }
        // Only the movie has tracks.
        if depth == 0, type == Self.path[0] { return false }
        offset += size
      }
      return false
    }

    private func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      guard let read = try? source.fill(&bytes, at: offset), read == count else { return nil }
      return bytes
    }
  }
}

extension ByteSource {
  /// Reads bytes from an offset until the array is full, or to the end.
  ///
  /// - Returns: The number of bytes.
  func fill(_ bytes: inout [UInt8], at offset: UInt64) throws(TransportError) -> Int {
    var count = 0
    while count < bytes.count {
      var span = bytes.mutableSpan
      var room = span._mutatingExtracting(count...)
      let read = try self.read(at: offset &+ UInt64(count), into: &room)
      guard read > 0 else { break }
      count += read
    }
    return count
  }
}
