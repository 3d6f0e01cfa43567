import Testing

@testable import AudioContainers

@Suite struct HLSMediaPlaylistTests {
  static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"

  static let headers = [
    HLSCase("the smallest list", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n", "live 10 s"),
    HLSCase(
      "all tags of the list",
      head
        + """
        #EXT-X-VERSION:6
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-PLAYLIST-TYPE:EVENT
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=-4.5,PRECISE=YES
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=12.5
        #EXTINF:9.5,
        a
        #EXT-X-ENDLIST
        """,
      """
      event 10 s version 6 from 7 timeline 3 end independent hold 12.5 start -4.5 precise
      7 a 0+9.5 timeline 3
      """),
    HLSCase("pictures only", head + "#EXT-X-I-FRAMES-ONLY\n", "live 10 s pictures"),
    HLSCase("on demand", head + "#EXT-X-PLAYLIST-TYPE:VOD\n", "onDemand 10 s"),
    HLSCase("an unknown type is live", head + "#EXT-X-PLAYLIST-TYPE:STRING\n", "live 10 s"),
    HLSCase("an empty type is live", head + "#EXT-X-PLAYLIST-TYPE:\n", "live 10 s"),
    HLSCase("an invalid version is none", head + "#EXT-X-VERSION:NaN\n", "live 10 s"),
    HLSCase("a type of an unknown case is live", head + "#EXT-X-PLAYLIST-TYPE:vod\n", "live 10 s"),
    HLSCase(
      "a start without an offset is none", head + "#EXT-X-START:PRECISE=YES\n", "live 10 s"),
    HLSCase(
      "a negative distance from the end is none",
      head + "#EXT-X-SERVER-CONTROL:HOLD-BACK=-1\n", "live 10 s"),
    HLSCase(
      "unknown tags, attributes, and comments are ignored",
      head + "#EXT-X-NEW:A=1\n# text\n#EXTRA\n#EXT-X-ALLOW-CACHE:YES\n#EXTINF:1,\na\n",
      "live 10 s\n0 a 0+1"),
  ]

  static let sequences = [
    HLSCase(
      "numbers count from the media sequence", head + "#EXT-X-MEDIA-SEQUENCE:17\na\nb\n",
      "live 10 s from 17\n17 a 0+10\n18 b 10+10"),
    HLSCase(
      "the last media sequence counts",
      head + "#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-MEDIA-SEQUENCE:11\na\n",
      "live 10 s from 11\n11 a 0+10"),
    HLSCase(
      "an empty media sequence is 0", head + "#EXT-X-MEDIA-SEQUENCE:\na\n",
      "live 10 s\n0 a 0+10"),
    HLSCase(
      "a media sequence without digits is 0", head + "#EXT-X-MEDIA-SEQUENCE:x1\na\n",
      "live 10 s\n0 a 0+10"),
    HLSCase(
      "a negative media sequence is 0", head + "#EXT-X-MEDIA-SEQUENCE:-11\na\n",
      "live 10 s\n0 a 0+10"),
    HLSCase(
      "a media sequence beyond 64 bits is 0",
      head + "#EXT-X-MEDIA-SEQUENCE:99999999999999999999\na\n", "live 10 s\n0 a 0+10"),
    HLSCase(
      "a media sequence after segments applies to them",
      head + "a\n#EXT-X-MEDIA-SEQUENCE:5\n", "live 10 s from 5\n5 a 0+10"),
    HLSCase(
      "a large media sequence", head + "#EXT-X-MEDIA-SEQUENCE:268795013\na\n",
      "live 10 s from 268795013\n268795013 a 0+10"),
    HLSCase(
      "skipped segments count",
      head + "#EXT-X-MEDIA-SEQUENCE:266\n#EXT-X-SKIP:"
        + "SKIPPED-SEGMENTS=3\na\n", "live 10 s from 266\n269 a 0+10"),
    HLSCase(
      "discontinuities count from the discontinuity sequence",
      head + "#EXT-X-DISCONTINUITY-SEQUENCE:3\na\n#EXT-X-DISCONTINUITY\nb\nc\n",
      """
      live 10 s timeline 3
      0 a 0+10 timeline 3
      1 b 10+10 discontinuity timeline 4
      2 c 20+10 timeline 4
      """),
    HLSCase(
      "two discontinuities before one segment count twice",
      head + "a\n#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY\nb\n",
      "live 10 s\n0 a 0+10\n1 b 10+10 discontinuity timeline 2"),
  ]

  static let durations = [
    HLSCase(
      "a duration and a title", head + "#EXTINF:9.75,Ärtist - Title, live\na\n",
      "live 10 s\n0 a 0+9.75 'Ärtist - Title, live'"),
    HLSCase("a missing comma", head + "#EXTINF:9\na\n", "live 10 s\n0 a 0+9"),
    HLSCase("white space around", head + "#EXTINF: 9 , \ta\t\na\n", "live 10 s\n0 a 0+9 'a'"),
    HLSCase("a unit", head + "#EXTINF:9.5 s,\na\n", "live 10 s\n0 a 0+9.5"),
    HLSCase("no digit after the point", head + "#EXTINF:9.,\na\n", "live 10 s\n0 a 0+9"),
    HLSCase("no digit before the point", head + "#EXTINF:.5,\na\n", "live 10 s\n0 a 0+0.5"),
    HLSCase("zero", head + "#EXTINF:0,\na\n", "live 10 s\n0 a 0+0"),
    HLSCase(
      "text instead of a duration", head + "#EXTINF:;x9,\na\n", "live 10 s\n0 a 0+10"),
    HLSCase("a negative duration", head + "#EXTINF:-1,\na\n", "live 10 s\n0 a 0+10"),
    HLSCase("not a number", head + "#EXTINF:nan,\na\n", "live 10 s\n0 a 0+10"),
    HLSCase(
      "beyond all limits", head + "#EXTINF:1" + String(repeating: "0", count: 400) + ",\na\n",
      "live 10 s\n0 a 0+10"),
    HLSCase(
      "a duration applies to one segment", head + "#EXTINF:6.64,{}\na\nb\n",
      "live 10 s\n0 a 0+6.64 '{}'\n1 b 6.64+10"),
    HLSCase(
      "the target duration at that line, or the last one",
      "#EXTM3U\na\n#EXT-X-TARGETDURATION:9\nb\n#EXTINF:7\nc\n#EXT-X-TARGETDURATION:10\nd",
      "live 10 s\n0 a 0+10\n1 b 10+9\n2 c 19+7\n3 d 26+10"),
    HLSCase(
      "a target duration with a fraction is rounded up",
      "#EXTM3U\n#EXT-X-TARGETDURATION:9.2\na\n", "live 10 s\n0 a 0+10"),
    HLSCase(
      "the longest segment without a target duration",
      "#EXTM3U\n#EXT-X-TARGETDURATION:-10\n#EXTINF:6,\na\n#EXTINF:7.6,\nb\nc\n",
      "live 8 s\n0 a 0+6\n1 b 6+7.6\n2 c 13.6+8"),
    HLSCase(
      "an invalid target duration", "#EXTM3U\n#EXT-X-TARGETDURATION:NaN\n#EXTINF:6,\na\n",
      "live 6 s\n0 a 0+6"),
    HLSCase(
      "segments after the end tag", head + "#EXTINF:1,\na\n#EXT-X-ENDLIST\n#EXTINF:2,\nb\n",
      "live 10 s end\n0 a 0+1\n1 b 1+2"),
  ]

  @Test("tags of the whole list are read", arguments: headers)
  func readsHeader(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("segments are numbered", arguments: sequences)
  func numbersSegments(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("durations and titles are read leniently", arguments: durations)
  func readsDurations(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("low latency tags are ignored")
  func ignoresParts() {
    let text =
      Self.head
        + """
        #EXT-X-VERSION:9
        #EXT-X-PART-INF:PART-TARGET=0.33334
        #EXT-X-PART:DURATION=0.33334,URI="a.0",INDEPENDENT=YES
        #EXT-X-PART:DURATION=0.33334,URI="a.1",GAP=YES
        #EXTINF:0.66668,
        a
        #EXT-X-PART:DURATION=0.33334,URI="b.0",BYTERANGE="10@0"
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="b.1",BYTERANGE-START=5
        #EXT-X-RENDITION-REPORT:URI="../x.m3u8",LAST-MSN=1,LAST-PART=2
        """
    #expect(HLSDump.read(text) == "live 10 s version 9\n0 a 0+0.66668")
  }
}
