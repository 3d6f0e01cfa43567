import Testing

@testable import AudioContainers

@Suite struct HLSPositionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var tags = ""
    /// Seconds of the segments.
    var durations: [Int] = [10, 10, 10, 10, 10]
    var start: HLSPosition?
    var seekable: ClosedRange<Double>

    static let all = [
      Case(
        testDescription: "live: three target durations from the end",
        start: HLSPosition(index: 2), seekable: 0...20),
      Case(
        testDescription: "live: the segment that contains that time",
        durations: [7, 9, 9, 9, 9], start: HLSPosition(index: 1), seekable: 0...13),
      Case(
        testDescription: "live: a short list from its start", durations: [10, 10],
        start: HLSPosition(index: 0), seekable: 0...0),
      Case(testDescription: "live: no segments yet", durations: [], seekable: 0...0),
      Case(
        testDescription: "live: the distance that the server states",
        tags: "#EXT-X-SERVER-CONTROL:HOLD-BACK=35\n", start: HLSPosition(index: 1),
        seekable: 0...15),
      Case(
        testDescription: "an ended list from its start", tags: "#EXT-X-ENDLIST\n",
        start: HLSPosition(index: 0), seekable: 0...50),
      Case(
        testDescription: "a list that does not change", tags: "#EXT-X-PLAYLIST-TYPE:VOD\n",
        start: HLSPosition(index: 0), seekable: 0...50),
      Case(
        testDescription: "a list that only grows", tags: "#EXT-X-PLAYLIST-TYPE:EVENT\n",
        start: HLSPosition(index: 0), seekable: 0...20),
      Case(
        testDescription: "a start from the end", tags: "#EXT-X-START:TIME-OFFSET=-15\n",
        start: HLSPosition(index: 3), seekable: 0...20),
      Case(
        testDescription: "a precise start from the end",
        tags: "#EXT-X-START:TIME-OFFSET=-15,PRECISE=YES\n",
        start: HLSPosition(index: 3, offset: 5), seekable: 0...20),
      Case(
        testDescription: "a start from the start",
        tags: "#EXT-X-ENDLIST\n#EXT-X-START:TIME-OFFSET=10.5,PRECISE=YES\n",
        start: HLSPosition(index: 1, offset: 0.5), seekable: 0...50),
      Case(
        testDescription: "a start before the list", tags: "#EXT-X-START:TIME-OFFSET=-99\n",
        start: HLSPosition(index: 0), seekable: 0...20),
      Case(
        testDescription: "a start after the list",
        tags: "#EXT-X-START:TIME-OFFSET=99,PRECISE=YES\n",
        start: HLSPosition(index: 4, offset: 10), seekable: 0...20),
    ]

    func playlist() throws -> HLSMediaPlaylist {
      let segments = durations.enumerated().map { "#EXTINF:\($1),\n\($0)\n" }
      return try hlsMedia("#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + tags + segments.joined())
    }
  }

  @Test("playback starts at the position that the list states", arguments: Case.all)
  func starts(item: Case) throws {
    #expect(try item.playlist().startPosition() == item.start)
  }

  @Test("seeks keep the distance from the end of a growing list", arguments: Case.all)
  func limitsSeeks(item: Case) throws {
    #expect(try item.playlist().seekableRange == item.seekable)
  }

  @Test("the start of the multivariant list counts if the media list has none")
  func takesPreference() throws {
    let preference = try hlsMultivariant(
      "#EXTM3U\n#EXT-X-START:TIME-OFFSET=1\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n"
    ).start
    let live = try Case.all[0].playlist()
    #expect(live.startPosition(preference: preference) == HLSPosition(index: 0))
    let own = try Case.all[8].playlist()
    #expect(own.startPosition(preference: preference) == HLSPosition(index: 3))
  }

  @Test("every time belongs to the last segment that starts before it")
  func findsEveryTime() throws {
    var random = SplitMix(state: 7)
    for _ in 0..<50 {
      let count = Int.random(in: 1...40, using: &random)
      let durations = (0..<count).map { _ in Int.random(in: 0...9, using: &random) }
      let playlist = try Case(testDescription: "", durations: durations, seekable: 0...0).playlist()
      for step in -2...Int(playlist.duration * 2) + 2 {
        let time = Double(step) / 2
        let position = try #require(playlist.position(at: time))
        let segment = playlist.segments[position.index]
        #expect(segment.start + position.offset == min(max(time, 0), playlist.duration))
        #expect((0...segment.duration).contains(position.offset))
        let later = playlist.segments[(position.index + 1)...]
        #expect(later.allSatisfy { $0.start > time || time > playlist.duration })
      }
    }
  }
}
