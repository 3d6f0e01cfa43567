import Testing

@testable import AudioContainers

@Suite struct HLSMultivariantTests {
  static let all = [
    HLSCase(
      "variants with all attributes",
      """
      #EXTM3U
      #EXT-X-VERSION:6
      #EXT-X-INDEPENDENT-SEGMENTS
      #EXT-X-START:TIME-OFFSET=2
      #EXT-X-STREAM-INF:BANDWIDTH=240000,AVERAGE-BANDWIDTH=200000,CODECS="mp4a.40.2, ac-3",AUDIO="g"
      a
      #EXT-X-STREAM-INF:PROGRAM-ID=1, BANDWIDTH=40000 , RESOLUTION=396x224,NAME="low",SCORE=1.5
      # between
      http://g/b?x=1,2
      """,
      """
      multivariant version 6 independent start 2
      a 240000 average 200000 mp4a.40.2,ac-3 group g
      http://g/b?x=1,2 40000 'low' 396x224 score 1.5
      """),
    HLSCase(
      "a variant without a bandwidth or attributes",
      "#EXTM3U\n#EXT-X-STREAM-INF:PROGRAM-ID=1\na\n#EXT-X-STREAM-INF:\nb\n", "multivariant\na\nb"),
    HLSCase(
      "a variant without a URI, and a URI without a variant",
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb\nc\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=3\n", "multivariant\nb 2"),
    HLSCase(
      "tags of media playlists are ignored",
      "#EXTM3U\n#EXT-X-TARGETDURATION:\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", "multivariant\na 1"),
    HLSCase(
      "pictures and content steering are ignored",
      "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"\n"
        + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\"\n#EXT-X-STREAM-INF:BANDWIDTH=2\na\n",
      "multivariant\na 2"),
    HLSCase(
      "renditions",
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",LANGUAGE="fr",NAME="Français",AUTOSELECT=YES, DEFAULT=NO,\
      URI="fr",CHANNELS="16/JOC",CHARACTERISTICS="a.b,c.d"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="x",DEFAULT=YES,ASSOC-LANGUAGE="de"
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="y",URI=""
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="z",FORCED=YES,URI="s"
      #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="w",INSTREAM-ID="CC1"
      #EXT-X-MEDIA:TYPE=SMELL,GROUP-ID="c",NAME="w"
      #EXT-X-STREAM-INF:BANDWIDTH=1
      a
      """,
      """
      multivariant
      a 1
      audio g 'Français' fr fr auto channels 16/JOC a.b,c.d
      audio g 'x' and de inside default
      video v 'y' inside
      subtitles s 'z' s forced
      closedCaptions c 'w' inside
      """),
    HLSCase(
      "session data and keys",
      """
      #EXTM3U
      #EXT-X-SESSION-DATA:DATA-ID="com.t",VALUE="a, b=c",LANGUAGE="en"
      #EXT-X-SESSION-DATA:DATA-ID="com.u",URI="u.json"
      #EXT-X-SESSION-DATA:VALUE="x"
      #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"
      #EXT-X-STREAM-INF:BANDWIDTH=1
      a
      """,
      """
      multivariant
      a 1
      data com.t 'a, b=c' en
      data com.u u.json
      key(aes128 k)
      """),
    HLSCase("no variant", "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO\na\n", "error: empty, line 3"),
    HLSCase(
      "attributes in odd forms",
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,BANDWIDTH=2,,X,=3,CODECS=\"a\"b, AUDIO = \"g,h\nu\n",
      "multivariant\nu 1 a group g,h"),
  ]

  @Test("multivariant playlists are read", arguments: all)
  func reads(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("the rendition of a language, the default one, or none is chosen")
  func choosesRendition() throws {
    let playlist = try hlsMultivariant(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="g",NAME="0",DEFAULT=YES,LANGUAGE="fr",URI="0"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="1",LANGUAGE="fr",URI="1"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="2",LANGUAGE="en-GB",DEFAULT=YES,URI="2"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="3",LANGUAGE="FR-ca",AUTOSELECT=YES,URI="3"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="h",NAME="4",LANGUAGE="de",URI="4"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="h",NAME="5",LANGUAGE="it",AUTOSELECT=YES,URI="5"
      #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="g"
      a
      #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="h"
      b
      #EXT-X-STREAM-INF:BANDWIDTH=1
      c
      """)
    let choices = playlist.variants.map { variant in
      [nil, "fr", "de", "en"].map {
        playlist.audioRendition(of: variant, language: $0)?.name
      }
    }
    #expect(playlist.renditions.filter(\.isAutoselected).map(\.name) == ["0", "2", "3", "5"])
    #expect(
      choices == [["2", "3", "2", "2"], ["5", "5", "5", "5"], [nil, nil, nil, nil]])
  }
}
