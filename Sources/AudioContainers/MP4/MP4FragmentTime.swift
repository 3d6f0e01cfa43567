internal import AudioModel
internal import AudioSyntax

/// The time at which the first fragment of a segment starts.
///
/// Sources: ISO/IEC 14496-12, 8.4.2 (`mdhd`), 8.4.3 (`hdlr`), 8.8.7 (`tfhd`), 8.8.12 (`tfdt`).
package struct MP4FragmentTime: Sendable {
  /// The clock of a track.
  private struct Clock {
    var track: UInt32 = 0
    var timescale: UInt32 = 0
    var isSound = false
  }

  private static let trackType = FourCC("t", "r", "a", "k")
  private static let trackFragmentType = FourCC("t", "r", "a", "f")
  /// Maximum bytes to search for the header of a fragment.
  private static let longestStart = 1 << 20

  private let track: UInt32
  private let timescale: UInt32

  /// Reads an initialization section, whose first sound track counts.
  package init?(_ initialisation: Span<UInt8>) {
    guard let movie = Self.body("moov", in: initialisation) else { return nil }
    var found: Clock?
    Self.forEachBox(in: movie) { type, body in
      guard found == nil, type == Self.trackType else { return }
      let clock = Self.clock(body)
      if clock.isSound, clock.timescale > 0 { found = clock }
    }
    guard let found else { return nil }
    track = found.track
    timescale = found.timescale
  }

  /// Seconds from the start of the track's timeline to the first fragment.
  ///
  /// - Parameter segment: The start of a segment.
  /// - Returns: `nil` if the bytes have no whole fragment header with a time.
  package func seconds(of segment: Span<UInt8>) -> Double? {
    guard let fragment = Self.body("moof", in: segment) else { return nil }
    var time: UInt64?
    Self.forEachBox(in: fragment) { type, body in
      guard time == nil, type == Self.trackFragmentType, let header = Self.body("tfhd", in: body),
        header.count >= 8, header.bigEndian32(at: 4) == track,
        let stated = Self.body("tfdt", in: body), stated.count >= 8
      else { return }
      if stated[0] == 0 {
        time = UInt64(stated.bigEndian32(at: 4))
      } else if stated.count >= 12 {
        time = stated.bigEndian64(at: 4)
      }
    }
    return time.map { Double($0) / Double(timescale) }
  }

  /// The bytes from the start of a segment that contain the header of its first fragment.
  ///
  /// - Parameter segment: The first bytes of a segment.
  /// - Returns: A number of bytes that may be sufficient; `nil` if more bytes do not help.
  package static func neededByteCount(_ segment: Span<UInt8>) -> Int? {
    var index = 0
    while index <= longestStart {
      guard segment.count - index >= 16 else { return index + 16 }
      let count = Int(segment.bigEndian32(at: index))
      let isData = segment.has("mdat", at: index + 4)
      guard count >= 8, count <= longestStart, !isData else { return nil }
      let end = index + count
      if segment.has("moof", at: index + 4) { return segment.count >= end ? nil : end }
      index = end
    }
    return nil
  }

  /// Whether bytes can be the start of a segment in fragments.
  package static func mayStart(_ bytes: Span<UInt8>) -> Bool {
    ["ftyp", "styp", "moof", "sidx", "emsg", "prft", "moov", "free"].contains {
      (name: StaticString) in
      bytes.has(name, at: 4)
    }
  }

  private static func clock(_ track: Span<UInt8>) -> Clock {
    var clock = Clock()
    if let header = body("tkhd", in: track), header.count >= 24 {
      clock.track = header.bigEndian32(at: header[0] == 1 ? 20 : 12)
    }
    guard let media = body("mdia", in: track) else { return clock }
    if let header = body("mdhd", in: media), header.count >= 24 {
      clock.timescale = header.bigEndian32(at: header[0] == 1 ? 20 : 12)
    }
    if let handler = body("hdlr", in: media), handler.count >= 12 {
      clock.isSound = handler.has("soun", at: 8)
    }
    return clock
  }

  /// The body of the first whole box of a type.
  @_lifetime(copy bytes)
  private static func body(_ name: StaticString, in bytes: Span<UInt8>) -> Span<UInt8>? {
    var index = 0
    while let box = box(at: index, in: bytes) {
      if bytes.has(name, at: index + 4) { return bytes.extracting(box.body..<box.end) }
      index = box.end
    }
    return nil
  }

  private static func forEachBox(
    in bytes: Span<UInt8>, _ body: (FourCC, Span<UInt8>) -> Void
  ) {
    var index = 0
    while let box = box(at: index, in: bytes) {
      body(bytes.fourCC(at: index + 4), bytes.extracting(box.body..<box.end))
      index = box.end
    }
  }

  /// The box that starts at an index; `nil` if it is not whole.
  private static func box(at index: Int, in bytes: Span<UInt8>) -> (body: Int, end: Int)? {
    guard bytes.count - index >= 8 else { return nil }
    var header = 8
    var count = UInt64(bytes.bigEndian32(at: index))
    if count == 1 {
      guard bytes.count - index >= 16 else { return nil }
      header = 16
      count = bytes.bigEndian64(at: index + 8)
    }
    guard count >= UInt64(header), count <= UInt64(bytes.count - index) else { return nil }
    return (index + header, index + Int(count))
  }
}
