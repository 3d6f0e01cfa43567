import AudioSyntax

/// Reads the points of a `SEEKTABLE` block.
///
/// Source: RFC 9639, 8.5.
enum FLACSeekTable {
  /// Bytes of a point.
  static let pointByteCount = 18
  /// Maximum number of table bytes to read, more than 58,000 points.
  static let mostBytes = 1 << 20

  /// Reads the points.
  ///
  /// Skips placeholders and points out of order.
  static func points(_ body: Span<UInt8>) -> [SeekPoint] {
    var points: [SeekPoint] = []
    for index in 0..<body.count / pointByteCount {
      let place = index * pointByteCount
      let point = SeekPoint(
        frame: body.bigEndian64(at: place), byteOffset: body.bigEndian64(at: place + 8))
      guard point.frame != .max else { continue }
      if let last = points.last {
        guard point.frame > last.frame, point.byteOffset > last.byteOffset else { continue }
      }
      points.append(point)
    }
    return points
  }
}
