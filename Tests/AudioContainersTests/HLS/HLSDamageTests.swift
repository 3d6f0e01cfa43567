import Testing

@testable import AudioContainers

@Suite struct HLSDamageTests {
  /// Playlists with every tag.
  static let seeds =
    (HLSMediaPlaylistTests.headers + HLSMediaPlaylistTests.sequences
    + HLSMediaPlaylistTests.durations + HLSSegmentTests.ranges + HLSSegmentTests.keys
    + HLSSegmentTests.maps + HLSSegmentTests.others + HLSPlaylistTests.texts
    + HLSMultivariantTests.all + HLSVariableTests.all).map(\.text)

  static let pieces = [
    "\n", "\r\n", ",", "=", "\"", ":", "@", "{$", "}", "0x", "-", ".", "9", "é", "#EXTINF:",
    "#EXT-X-BYTERANGE:", "#EXT-X-KEY:METHOD=", "#EXT-X-STREAM-INF:", "18446744073709551615",
    "9223372036854775807", "1e999", "nan", "\u{FEFF}", "\0",
  ].map { Array($0.utf8) }

  /// Checks the invariants of every playlist.
  private func check(_ bytes: [UInt8]) {
    guard
      let playlist = try? HLSPlaylist(bytes.span, from: HLSVariableTests.source)
    else { return }
    switch playlist {
    case .media(let list): check(list)
    case .multivariant(let list):
      #expect(!list.variants.isEmpty)
      #expect(list.variants.allSatisfy { !$0.uri.isEmpty })
      let choice = HLSVariantChoice(list.variants) { _ in true }
      #expect(choice.index.map(list.variants.indices.contains) ?? true)
    }
  }

  private func check(_ list: HLSMediaPlaylist) {
    #expect(list.targetDuration > 0)
    var time = 0.0
    var last: HLSSegment?
    for segment in list.segments {
      #expect(segment.start == time && segment.duration >= 0)
      #expect(!segment.uri.isEmpty)
      #expect(segment.range.map { $0.offset >= 0 && $0.end >= $0.offset } ?? true)
      #expect(last.map { $0.sequence + 1 == segment.sequence } ?? true)
      time = segment.end
      last = segment
    }
    let seekable = list.seekableRange
    #expect(seekable.upperBound.isFinite && seekable.upperBound <= list.duration)
    #expect((list.startPosition() == nil) == list.segments.isEmpty)
    if let last {
      let continuation = HLSContinuation(after: last, of: list, in: list)
      #expect(continuation == (list.hasEnded ? .end : .pending))
    }
  }

  @Test("no damage traps or violates an invariant")
  func survivesDamage() {
    var random = SplitMix(state: 1)
    for seed in Self.seeds {
      for _ in 0..<40 {
        var bytes = Array(seed.utf8)
        for _ in 0...Int.random(in: 0...4, using: &random) {
          damage(&bytes, using: &random)
        }
        check(bytes)
      }
    }
  }

  private func damage(_ bytes: inout [UInt8], using random: inout SplitMix) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0...4, using: &random) {
    case 0: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
    case 1: bytes.removeSubrange(place..<min(place + 3, bytes.count))
    case 2 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &random)
    case 3: bytes.removeSubrange(place...)
    default: bytes.append(contentsOf: (Self.seeds.randomElement(using: &random) ?? "").utf8)
    }
  }

  @Test("every prefix is read or refused")
  func survivesPrefixes() {
    for seed in Self.seeds where seed.utf8.count < 2000 {
      let bytes = Array(seed.utf8)
      for count in 0...bytes.count { check(Array(bytes.prefix(count))) }
    }
  }
}
