import AudioModel
import Testing

@testable import AudioContainers

/// Texts that are shown with pictures, in each of their formats.
@Suite struct CaptionTests {
  /// A part of a text: its styles as letters, its color, and its characters.
  private func parts(_ text: CaptionText) -> [String] {
    text.runs.map { run in
      let style = run.style
      let letters =
        (style.isBold ? "b" : "") + (style.isItalic ? "i" : "") + (style.isUnderlined ? "u" : "")
      return letters + (style.color.map { String($0, radix: 16) } ?? "") + ":" + run.text
    }
  }

  private func file(_ text: String) -> WebVTTFile? { WebVTTFile(Array(text.utf8)) }

  // MARK: WebVTT

  @Test("a file has cues with times, identifiers, settings and lines")
  func cues() throws {
    let text = """
      \u{FEFF}WEBVTT - a title
      X-TIMESTAMP-MAP=LOCAL:00:00:01.500,MPEGTS:900000

      NOTE a comment
      of two lines

      STYLE
      ::cue { color: red }

      first
      00:01.000 --> 00:02.500 align:start  line:90%
      One
      Two

      100:00:00.000-->100:00:01.000
      Late
      00:05.000 --> 00:06.000
      Next
      """
    for ending in ["\n", "\r\n", "\r"] {
      let found = try #require(
        file(
          text.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: ending)))
      #expect(found.timestampMap?.ticks == 900_000 && found.timestampMap?.local == 1.5)
      #expect(found.cues.map(\.start) == [1, 360_000, 5])
      #expect(found.cues.map(\.end) == [2.5, 360_001, 6])
      #expect(found.cues.map(\.payload) == ["One\nTwo", "Late", "Next"])
      #expect(found.cues.map(\.identifier) == ["first", "", ""])
      #expect(found.cues[0].text.place.alignment == .start)
      #expect(found.cues[0].text.place.line == 90)
    }
  }

  @Test(
    "malformed files and cues are ignored",
    arguments: [
      "", "WEBVT\n\n00:01.000 --> 00:02.000\nA", "WEBVTTX\n\n00:01.000 --> 00:02.000\nA",
      "WEBVTT\n\n00:01.000 -> 00:02.000\nA", "WEBVTT\n\n00:01.00 --> 00:02.000\nA",
      "WEBVTT\n\n00:61.000 --> 01:02.000\nA", "WEBVTT\n\n00:02.000 --> 00:01.000\nA",
      "WEBVTT\n\n--> 00:01.000\nA", "WEBVTT\n\n00:01.000 -->\nA",
      "WEBVTT\n\n9999999999:00:00.000 --> 9999999999:00:01.000\nA",
    ])
  func malformed(text: String) {
    #expect(file(text)?.cues ?? [] == [])
  }

  @Test("every prefix of a file is read without a trap")
  func prefixes() {
    let bytes = Array(
      "WEBVTT\nX-TIMESTAMP-MAP=A\n\n1\n00:01.000 --> 00:02.000 size:5%\n<i>&amp;".utf8)
    for count in bytes.indices {
      for cue in WebVTTFile(Array(bytes[..<count]))?.cues ?? [] { _ = cue.text }
    }
  }

  @Test(
    "tags become styles, and references become characters",
    arguments: [
      ("plain", [":plain"]), ("<b>a<i>b</i></b>c", ["b:a", "bi:b", ":c"]),
      ("<v Ann>hi</v>", [":hi"]), ("<c.yellow.bg>y</c>", ["ffffff00:y"]),
      ("<u>a</b>c", ["u:ac"]), ("a<00:01.000>b", [":ab"]), ("<lang en>x</lang>", [":x"]),
      ("&lt;&amp;&gt;&#65;&#x42;&nope;&", [":<&>AB&nope;&"]), ("<i>open", ["i:open"]), ("<i", []),
    ])
  func markup(text: String, expected: [String]) {
    #expect(parts(WebVTTMarkup.text(text)) == expected)
  }

  @Test("the place of a cue is a percentage; other values are ignored")
  func places() {
    let place = CaptionPlace(
      webVTT: "vertical:rl line:10%,end position:50%,center size:120% align:middle x")
    #expect(place.vertical == .rightToLeft && place.line == 10 && place.position == 50)
    #expect(place.size == nil && place.alignment == .center)
    #expect(CaptionPlace(webVTT: "line:-1") == CaptionPlace())
  }

  // MARK: Samples

  @Test("a sample of WebVTT has the cues that were put into it")
  func webVTTSamples() {
    var cue = WebVTTCue(start: 1, end: 2, payload: "<i>One</i>")
    (cue.identifier, cue.settings) = ("7", "align:end")
    let other = WebVTTCue(start: 1, end: 2, payload: "Two")
    let sample = CaptionSample.sample(cue) + CaptionSample.sample(other)
    let texts = CaptionSample.texts(sample, .webVTT, entry: CaptionSample.webVTTEntry)
    #expect(texts.map(parts) == [["i:One"], [":Two"]])
    #expect(texts[0].place.alignment == .end)
    #expect(CaptionSample.texts([0, 0, 0, 8] + Array("vtte".utf8), .webVTT, entry: []).isEmpty)
    for count in sample.indices {
      _ = CaptionSample.texts(Array(sample[..<count]), .webVTT, entry: [])
    }
  }

  /// A style of 3GPP timed text: characters, font 1, face, size, and color.
  private func style(_ start: UInt8, _ end: UInt8, face: UInt8, _ color: [UInt8]) -> [UInt8] {
    [0, start, 0, end, 0, 1, face, 18] + color
  }

  /// A sample entry of 3GPP timed text.
  private func entry(flags: UInt8 = 0, face: UInt8 = 0) -> [UInt8] {
    let body =
      [0, 0, 0, 0, 0, 0, 0, 1, flags, 0, 0, 0, 1, 0xFF] + [UInt8](repeating: 0, count: 12)
      + style(0, 0, face: face, [255, 255, 255, 255])
    return .box(FourCC("t", "x", "3", "g"), body)
  }

  @Test("3GPP timed text has the styles of its sample and of its sample entry")
  func timedText() {
    let text = Array("añb c".utf8)
    let styles =
      [0, 2] + style(0, 2, face: 1, [0, 255, 32, 128]) + style(3, 5, face: 6, [255, 255, 255, 255])
    let sample =
      [0, UInt8(text.count)] + text + [UInt8].box(FourCC("s", "t", "y", "l"), styles)
    let texts = CaptionSample.texts(sample, .timedText, entry: entry())
    #expect(texts.map(parts) == [["b8000ff20:añ", ":b", "iu: c"]])
    let plain = CaptionSample.texts([0, 1, 0x41], .timedText, entry: entry(face: 2))
    #expect(plain.map(parts) == [["i:A"]])
    #expect(CaptionSample.texts([0, 0], .timedText, entry: entry()).isEmpty)
    for count in sample.indices {
      _ = CaptionSample.texts(Array(sample[..<count]), .timedText, entry: entry())
    }
    #expect(CaptionSample.texts([0, 1, 0x41], .quickTime, entry: []).map(parts) == [[":A"]])
  }

  @Test("a track of texts is one of captions unless it has the chapters of another track")
  func tracks() {
    func track(_ number: UInt32, _ entry: [UInt8]) -> TimedTrack {
      var track = TimedTrack(
        identifier: number, handler: FourCC("s", "b", "t", "l"), isEnabled: true, timescale: 1000)
      track.entry = entry
      track.samples = [
        TimedSample(start: 0, duration: 1, extent: FileExtent(offset: 0, byteCount: 2))
      ]
      return track
    }
    var info = ContainerInfo(
      fileType: FourCC("m", "p", "4", "f"),
      format: StreamFormat(sampleRate: 8000, formatID: .linearPCM, channelCount: 1), dataOffset: 0,
      packetSizeUpperBound: 1)
    info.timedTracks = [
      track(2, entry()), track(3, entry(flags: 0x80)), track(4, ChapterText.entry),
      track(5, .box(FourCC("c", "6", "0", "8"), [UInt8](repeating: 0, count: 8))),
    ]
    var sound = SoundTrack(identifier: 1)
    sound.references = [TrackReference(type: FourCC("c", "h", "a", "p"), identifiers: [4])]
    info.soundTracks = [sound]
    #expect(info.captionTracks.map(\.identifier) == [2, 3])
    #expect(info.captionTracks.map(\.isForced) == [false, true])
    let rendition = HLSRendition(textTrack: info.captionTracks[1])
    #expect(rendition.kind == .subtitles && rendition.isForced && rendition.textTrack != nil)
  }
}
