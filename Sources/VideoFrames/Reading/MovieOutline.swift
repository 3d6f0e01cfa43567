internal import AudioModel
internal import AudioTransport

/// The boxes of a file of the MP4 family that describe its video tracks.
///
/// Source: ISO/IEC 14496-12, 4.2 (boxes), 8.2.1 (`moov`), 8.3.1 (`trak`), 8.3.2 (`tkhd`), 8.4.3
/// (`hdlr`), 8.5.2 (`stsd`), 12.1.3 (visual sample entries), 12.1.4 (`clap`).
struct MovieOutline {
  /// A video track.
  struct Track {
    /// The identifier, or `nil` if it is missing.
    var identifier: Int?
    /// The visible part of the pictures, if it is stated.
    var cleanAperture: CleanAperture?
  }

  /// The limit of boxes to visit.
  private static let mostBoxes = 10_000
  /// The bytes of a visual sample entry before its boxes.
  private static let entryByteCount: UInt64 = 78

  private struct Box {
    var type: FourCC
    var content: Range<UInt64>
  }

  private let source: any ByteSource
  private var boxCount = 0

  /// The video tracks of a file; empty if the file cannot be read.
  static func videoTracks(_ source: any ByteSource) -> [Track] {
    var outline = MovieOutline(source: source)
    guard let movie = outline.first(FourCC("m", "o", "o", "v"), in: 0..<(source.byteCount ?? .max))
    else {
      return []
    }
    return outline.boxes(FourCC("t", "r", "a", "k"), in: movie).compactMap {
      outline.videoTrack($0)
    }
  }

  private init(source: any ByteSource) { self.source = source }

  /// Reads a track; `nil` if it has no pictures.
  private mutating func videoTrack(_ content: Range<UInt64>) -> Track? {
    // A version with flags and a zero precede the type of the handler.
    guard let media = first(FourCC("m", "d", "i", "a"), in: content),
      let handler = first(FourCC("h", "d", "l", "r"), in: media),
      number(at: handler.lowerBound + 8) == FourCC("v", "i", "d", "e").rawValue
    else { return nil }
    var track = Track()
    if let header = first(FourCC("t", "k", "h", "d"), in: content),
      let version = number(at: header.lowerBound)
    {
      let offset: UInt64 = version >> 24 == 1 ? 20 : 12
      track.identifier = number(at: header.lowerBound + offset).map { Int($0) }
    }
    if let information = first(FourCC("m", "i", "n", "f"), in: media),
      let table = first(FourCC("s", "t", "b", "l"), in: information),
      let descriptions = first(FourCC("s", "t", "s", "d"), in: table)
    {
      track.cleanAperture = cleanAperture(descriptions)
    }
    return track
  }

  /// Reads the aperture of the first sample entry.
  private mutating func cleanAperture(_ descriptions: Range<UInt64>) -> CleanAperture? {
    // A version with flags and a count precede the entries.
    let start = descriptions.lowerBound + 8
    guard start < descriptions.upperBound, let entry = next(start, descriptions.upperBound),
      entry.content.upperBound - entry.content.lowerBound > Self.entryByteCount,
      let box = first(
        FourCC("c", "l", "a", "p"),
        in: entry.content.lowerBound + Self.entryByteCount..<entry.content.upperBound),
      box.upperBound - box.lowerBound >= 32
    else { return nil }
    let numbers = (0..<8).compactMap { number(at: box.lowerBound + UInt64($0) * 4) }
    return CleanAperture(numbers)
  }

  // MARK: Boxes

  private mutating func first(_ type: FourCC, in range: Range<UInt64>) -> Range<UInt64>? {
    var offset = range.lowerBound
    while offset < range.upperBound, let box = next(offset, range.upperBound) {
      if box.type == type { return box.content }
      offset = box.content.upperBound
    }
    return nil
  }

  private mutating func boxes(_ type: FourCC, in range: Range<UInt64>) -> [Range<UInt64>] {
    var found: [Range<UInt64>] = []
    var offset = range.lowerBound
    while offset < range.upperBound, let box = next(offset, range.upperBound) {
      if box.type == type { found.append(box.content) }
      offset = box.content.upperBound
    }
    return found
  }

  /// Reads the head of the box at an offset; `nil` if the box does not end before another offset.
  private mutating func next(_ offset: UInt64, _ end: UInt64) -> Box? {
    boxCount += 1
    guard boxCount <= Self.mostBoxes, let short = number(at: offset),
      let type = number(at: offset + 4)
    else { return nil }
    var size = UInt64(short)
    var headByteCount: UInt64 = 8
    if size == 1 {
      guard let high = number(at: offset + 8), let low = number(at: offset + 12) else { return nil }
      size = UInt64(high) << 32 | UInt64(low)
      headByteCount = 16
    } else if size == 0 {
      size = end - offset
    }
    guard size >= headByteCount, size <= end - offset else { return nil }
    return Box(type: FourCC(rawValue: type), content: offset + headByteCount..<offset + size)
  }

  private func number(at offset: UInt64) -> UInt32? {
    var bytes = [UInt8](repeating: 0, count: 4)
    guard let read = try? source.fill(&bytes, at: offset), read == 4 else { return nil }
    return bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
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
