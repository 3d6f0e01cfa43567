import Testing

@testable import AudioContainers

@Suite struct MP4FragmentTimeTests {
  private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let count = body.count + 8
    return [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + Array(type.utf8) + body
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func track(_ identifier: UInt8, _ handler: String, timescale: UInt8) -> [UInt8] {
    let media =
      box("mdhd", zeros(12) + [0, 0, timescale, 0] + zeros(8))
      + box("hdlr", zeros(8) + Array(handler.utf8) + zeros(12))
    return box(
      "trak", box("tkhd", zeros(12) + [0, 0, 0, identifier] + zeros(68)) + box("mdia", media))
  }

  private static let movie =
    box("ftyp", zeros(8))
    + box("moov", track(1, "vide", timescale: 1) + track(2, "soun", timescale: 2))

  private static func fragment(_ identifier: UInt8, time: [UInt8]) -> [UInt8] {
    box("traf", box("tfhd", zeros(4) + [0, 0, 0, identifier]) + box("tfdt", time))
  }

  private static let segment =
    box("styp", zeros(8))
    + box(
      "moof",
      fragment(1, time: zeros(4) + [9, 9, 9, 9])
        + fragment(2, time: [1] + zeros(3) + [0, 0, 0, 1, 0, 0, 4, 0]))
    + box("mdat", zeros(20))

  @Test("the time of the sound track counts")
  func time() throws {
    let made = MP4FragmentTime(Self.movie.span)
    let reader = try #require(made)
    let seconds = reader.seconds(of: Self.segment.span)
    #expect(seconds == 8_388_610)
    let other = MP4FragmentTime(Self.segment.span)
    #expect(other.map { _ in 0 } == nil)
  }

  @Test("more bytes are needed up to the end of the first fragment's header")
  func neededBytes() throws {
    let made = MP4FragmentTime(Self.movie.span)
    let reader = try #require(made)
    for count in 0...Self.segment.count {
      let start = Self.segment.span.extracting(0..<count)
      let seconds = reader.seconds(of: start)
      if let needed = MP4FragmentTime.neededByteCount(start) {
        #expect(needed > count && seconds == nil)
      } else {
        #expect(seconds != nil)
      }
    }
    let needed = MP4FragmentTime.neededByteCount(Self.box("mdat", Self.zeros(8)).span)
    #expect(needed == nil)
  }
}
