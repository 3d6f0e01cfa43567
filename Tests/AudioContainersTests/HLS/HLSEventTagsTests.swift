import Testing

@testable import AudioContainers

/// Event messages in fragments of MP4, in pieces of any size.
@Suite struct HLSEventTagsTests {
  private static let scheme = "https://aomedia.org/emsg/ID3"
  private static let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]

  private static func number(_ value: UInt64, byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
  }

  private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    number(UInt64(body.count + 8), byteCount: 4) + Array(type.utf8) + body
  }

  /// A message at a time of the media.
  private static func message(
    at time: UInt64, scale: UInt64 = 1_000, scheme: String = scheme, id: UInt64 = 1,
    _ data: [UInt8] = tag
  ) -> [UInt8] {
    box(
      "emsg",
      [1, 0, 0, 0] + number(scale, byteCount: 4) + number(time, byteCount: 8)
        + number(0, byteCount: 4) + number(id, byteCount: 4) + Array(scheme.utf8) + [0]
        + Array("value".utf8) + [0] + data)
  }

  /// A message after the start of the segment.
  private static func message(after delta: UInt64, scale: UInt64) -> [UInt8] {
    box(
      "emsg",
      [0, 0, 0, 0] + Array(scheme.utf8) + [0, 0] + number(scale, byteCount: 4)
        + number(delta, byteCount: 4) + number(0, byteCount: 8) + tag)
  }

  /// An initialization section with the sound track 3 at 1000 ticks in a second.
  private static let map: [UInt8] = {
    let header = [0, 0, 0, 0] + number(0, byteCount: 8) + number(3, byteCount: 4)
    let media = [0, 0, 0, 0] + number(0, byteCount: 8) + number(1_000, byteCount: 4)
    let handler = number(0, byteCount: 8) + Array("soun".utf8) + number(0, byteCount: 12)
    let track =
      box("tkhd", header + number(0, byteCount: 8))
      + box("mdia", box("mdhd", media + number(0, byteCount: 8)) + box("hdlr", handler))
    return box("moov", box("trak", track))
  }()

  /// A fragment that starts at a time.
  private static func fragment(at time: UInt64) -> [UInt8] {
    let header = box("tfhd", number(0, byteCount: 4) + number(3, byteCount: 4))
    let start = box("tfdt", [1, 0, 0, 0] + number(time, byteCount: 8))
    return box("moof", box("traf", header + start)) + box("mdat", Array("emsg data".utf8))
  }

  /// The tags of segments, and their bytes after the filter.
  private static func tags(
    _ segments: [[UInt8]], by pieceByteCount: Int
  ) throws -> (tags: [TimedTag], bytes: [UInt8]) {
    var filter = HLSMediaFilter()
    filter.takeMap(map)
    var (tags, output): ([TimedTag], [UInt8]) = ([], [])
    for segment in segments {
      filter.beginSegment()
      for start in stride(from: 0, to: segment.count, by: pieceByteCount) {
        let end = min(start + pieceByteCount, segment.count)
        try filter.read(
          segment.span.extracting(start..<end), isEnd: end == segment.count, into: &output)
        tags += filter.takeTags()
      }
    }
    return (tags, output)
  }

  @Test("messages with tags have the time of the media", arguments: [1, 5, 64, 4096])
  func absolute(pieceByteCount: Int) throws {
    let segments = [
      Self.box("styp", Self.number(0, byteCount: 8)) + Self.message(at: 2_500, [1, 2])
        + Self.fragment(at: 2_000) + Self.message(at: 7_000, [3]) + Self.fragment(at: 3_000),
      Self.message(at: 9_000, [4]) + Self.fragment(at: 4_000),
    ]
    let found = try Self.tags(segments, by: pieceByteCount)
    #expect(
      found.tags == [
        TimedTag(timestamp: 225_000, bytes: [1, 2]), TimedTag(timestamp: 630_000, bytes: [3]),
        TimedTag(timestamp: 810_000, bytes: [4]),
      ])
    #expect(found.bytes == segments[0] + segments[1])
  }

  @Test("a message without a time of the media follows the start of its segment")
  func relative() throws {
    let segment = Self.message(after: 3, scale: 2) + Self.fragment(at: 10_000)
    #expect(
      try Self.tags([segment], by: 50).tags == [TimedTag(timestamp: 1_035_000, bytes: Self.tag)])
  }

  @Test("a message that a later segment repeats counts once")
  func repeated() throws {
    let segments = [1_000, 2_000].map {
      Self.message(at: 5_000) + Self.fragment(at: UInt64($0))
    }
    #expect(try Self.tags(segments, by: 100).tags.count == 1)
  }

  @Test("other schemes, unknown versions and damaged messages are ignored")
  func ignored() throws {
    var unknown = Self.message(at: 1)
    unknown[8] = 9
    let noScale = Self.message(at: 1, scale: 0)
    let other = Self.message(at: 1, scheme: "urn:scte:scte35:2013:bin")
    let whole = Self.message(at: 1)
    var segment = unknown + noScale + other
    for count in 1..<60 { segment += Self.box("emsg", Array(whole[8..<8 + min(count, 58)])) }
    segment += Self.box("emsg", []) + Self.fragment(at: 0)
    let found = try Self.tags([segment], by: 33)
    #expect(found.tags.isEmpty && found.bytes == segment)
  }

  @Test("large sizes are read, and a box without a size contains the rest")
  func sizes() throws {
    let large =
      Self.number(1, byteCount: 4) + Array("free".utf8) + Self.number(20, byteCount: 8) + [
        1, 2, 3, 4,
      ]
    let rest = Self.number(0, byteCount: 4) + Array("mdat".utf8)
    let segment = Self.fragment(at: 0) + large + Self.message(at: 5) + rest + Self.message(at: 6)
    #expect(try Self.tags([segment], by: 7).tags.map(\.timestamp) == [450])
  }
}
