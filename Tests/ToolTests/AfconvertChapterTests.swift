import Foundation
import TestSupport
import Testing

@testable import ConvertTool
@testable import ToolSupport

/// `afconvert --split-chapters`, compared with a conversion of the whole file.
@Suite struct AfconvertChapterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { folder.url(name).path }

  /// The 16-bit samples of a file.
  private func samples(_ path: String) throws -> [Int16] {
    LittleEndian.int16(
      try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s16le", "-"]))
  }

  /// The names of the files in a folder, in order.
  private func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  private func split(_ options: [String], _ input: String) throws -> ChildProcess {
    try Programs.run("afconvert", ["--split-chapters"] + options + [path(input)])
  }

  /// Two seconds of sound in a WAVE file, with named and unnamed markers at given frames.
  private func writeMarked(_ name: String, _ markers: [(frame: UInt32, name: String)]) throws {
    func little(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
      Array(type.utf8) + little(UInt32(body.count)) + body
        + [UInt8](repeating: 0, count: body.count % 2)
    }
    let sound = try FFmpeg.encode(
      ["-c:a", "pcm_s16le", "-f", "s16le"], sampleRate: 8000, channelCount: 1, seconds: 2)
    let format: [UInt8] = [1, 0, 1, 0] + little(8000) + little(16_000) + [2, 0, 16, 0]
    let numbered = zip(UInt32(1)..., markers)
    let points = numbered.map { number, marker in
      little(number) + little(marker.frame) + Array("data".utf8) + little(0) + little(0)
        + little(marker.frame)
    }
    let labels = numbered.filter { !$1.name.isEmpty }.map { number, marker in
      chunk("labl", little(number) + Array(marker.name.utf8) + [0])
    }
    let body =
      Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", sound)
      + chunk("cue ", little(UInt32(markers.count)) + points.joined())
      + chunk("LIST", Array("adtl".utf8) + labels.joined())
    try Tool.write(chunk("RIFF", body), to: folder.url(name))
  }

  @Test("named markers split a file, and the parts contain each frame once")
  func markers() throws {
    try writeMarked("a.wav", [(4000, "One"), (9000, ""), (10_001, "Two/2"), (15_000, "Three")])
    for options in [["-d", "LEI16"], ["-d", "LEI16@11025"], ["-d", "LEI16", "--gain", "-6"]] {
      let whole = try Programs.run(
        "afconvert", ["-f", "WAVE"] + options + [path("a.wav"), "-o", path("whole.wav")])
      #expect(whole.ending == .exit(0), "\(whole.errors)")
      let output = "out" + options.joined()
      let run = try split(
        ["-v", "-f", "WAVE", "--output-folder", path(output)] + options, "a.wav")
      #expect(run.ending == .exit(0), "\(run.errors)")
      let found = try names(output)
      #expect(found == ["1 One.wav", "2 Two-2.wav", "3 Three.wav"])
      #expect(run.errors.contains("a.wav -> \(path(output))/2 Two-2.wav"), "\(run.errors)")
      let parts = try found.map { try samples(path(output) + "/" + $0) }
      let expected = try samples(path("whole.wav"))
      #expect(parts.flatMap(\.self) == expected)
      let scale = Double(expected.count) / 16_000
      #expect(parts[0].count == Int((10_001 * scale).rounded()))
    }
  }

  @Test("an existing file is kept: it is an error, or skipped on request")
  func existing() throws {
    try writeMarked("a.wav", [(0, "One"), (8000, "Two"), (12_000, "Three")])
    try Tool.write([1, 2, 3], to: folder.url("2 Two.aif"))
    let refused = try split(["-f", "AIFF"], "a.wav")
    #expect(refused.ending == .exit(1) && refused.errors.contains("2 Two.aif: exists; use "))
    #expect(try names("") == ["2 Two.aif", "a.wav"])
    let run = try split(["-f", "AIFF", "--skip-existing"], "a.wav")
    #expect(run.ending == .exit(0), "\(run.errors)")
    #expect(try Tool.read(folder.url("2 Two.aif")) == [1, 2, 3])
    let all = try samples(path("a.wav"))
    #expect(try samples(path("1 One.aif")) == Array(all[..<8000]))
    #expect(try samples(path("3 Three.aif")) == Array(all[12_000...]))
    let again = try split(["-f", "AIFF", "--skip-existing", "-v"], "a.wav")
    #expect(again.ending == .exit(0) && again.errors.contains("all outputs exist"))
  }

  @Test("chapters without sound have no output, and a message")
  func silent() throws {
    try writeMarked("a.wav", [(100, "A"), (100, "B"), (9000, "C"), (16_000, "D"), (99_999, "E")])
    let run = try split(["-f", "WAVE", "--output-folder", path("out")], "a.wav")
    #expect(run.ending == .exit(0) && run.errors.contains("3 chapters contain no sound"))
    #expect(try names("out") == ["1 B.wav", "2 C.wav"])
    let all = try samples(path("a.wav"))
    #expect(try samples(path("out/1 B.wav")) == Array(all[..<9000]))
  }

  private static let refused: [(options: [String], status: Int32, reason: String)] = [
    (["-f", "WAVE", "-o", "b.wav"], 2, "use --output-folder"),
    (["-f", "WAVE", "--join"], 2, "cannot be combined with --join"),
    (["-f", "WAVE", "--start", "1"], 2, "cannot be combined with"),
    (["-f", "WAVE", "--fade-in", "1"], 2, "cannot be combined with"),
    ([], 2, "-f: required"), (["-f", "AIFF"], 1, "no chapters"),
  ]

  @Test("two inputs need two folders, because their chapters may have the same names")
  func sameFolder() throws {
    try writeMarked("a.wav", [(0, "One")])
    try writeMarked("b.wav", [(0, "One")])
    let run = try split(["-f", "AIFF", path("b.wav")], "a.wav")
    #expect(run.ending == .exit(2) && run.errors.contains("have the output folder"))
    #expect(try names("").sorted() == ["a.wav", "b.wav"])
  }

  @Test("a request that cannot be met is refused", arguments: refused)
  func refusals(options: [String], status: Int32, reason: String) throws {
    try writeMarked("a.wav", [(9000, "")])
    let run = try split(options, "a.wav")
    #expect(run.ending == .exit(status) && run.errors.contains(reason), "\(run.errors)")
    #expect(try names("") == ["a.wav"])
  }

  @Test(
    "file names are safe and sort in order",
    arguments: [
      ("Intro", 1, 9, "1 Intro.m4a"), ("Intro", 1, 10, "01 Intro.m4a"), ("", 7, 100, "007.m4a"),
      ("../a/b", 2, 2, "2 -a-b.m4a"), (" .hidden. ", 2, 2, "2 hidden..m4a"),
      ("a\u{0}\n\u{1B}\u{202E}b", 1, 1, "1 a    b.m4a"), ("/", 1, 1, "1 -.m4a"),
    ])
  func fileNames(title: String, number: Int, count: Int, name: String) {
    let part = ChapterPart(number: number, count: count, title: title, frames: 0..<1)
    #expect(part.fileName(extension: "m4a") == name)
  }

  @Test("a long name is cut after a whole character, at 200 bytes", arguments: ["x", "ü", "👩‍👩‍👧"])
  func longName(character: String) {
    let title = String(repeating: character, count: 300)
    let part = ChapterPart(number: 1, count: 1, title: title, frames: 0..<1)
    let count = (200 - "1 .m4a".utf8.count) / character.utf8.count
    let expected = String(repeating: character, count: count)
    #expect(part.fileName(extension: "m4a") == "1 \(expected).m4a")
  }

  #if LibAV && FLAC && MPG123 && Opus
    /// Three chapters of a tagged file that FFmpeg writes.
    private func writeChapters(_ name: String, _ options: [String]) throws {
      let chapters = [(300, 1000, "Intro"), (1000, 1750, "Löwe"), (1750, 2500, "End")].map {
        "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($1)\ntitle=\($2)\n"
      }
      let text = ";FFMETADATA1\ntitle=Book\nartist=Author\n" + chapters.joined()
      try Tool.write(Array(text.utf8), to: folder.url("chapters.txt"))
      try Tool.write(
        try FFmpeg.encode(["-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: 2.5),
        to: folder.url("sound.wav"))
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", path("sound.wav"), "-i", path("chapters.txt"),
          "-map_metadata", "1", "-map_chapters", "1",
        ] + options + [path(name)])
    }

    private static let inputs: [(name: String, options: [String], codec: [String])] = [
      ("book.m4b", ["-c:a", "aac", "-f", "mp4"], ["-d", "LEI16"]),
      ("book.mp3", ["-c:a", "libmp3lame"], ["-d", "LEI16@22050", "-c", "1"]),
      ("book.ogg", ["-c:a", "libvorbis"] + fields, ["-d", "LEI16"]),
      ("book.opus", ["-c:a", "libopus"] + fields, ["-d", "LEI16"]),
      ("book.flac", fields, ["-d", "LEI16@48000"]),
    ]

    /// The chapters as fields of a comment, because FFmpeg 5 writes wrong or no fields.
    private static let fields = [
      "-map_chapters", "-1", "-metadata", "CHAPTER001=00:00:00.300",
      "-metadata", "CHAPTER001NAME=Intro", "-metadata", "CHAPTER002=00:00:01.000",
      "-metadata", "CHAPTER002NAME=Löwe", "-metadata", "CHAPTER003=00:00:01.750",
      "-metadata", "CHAPTER003NAME=End",
    ]

    @Test("chapters of every kind split a file without losing a frame", arguments: inputs)
    func kinds(name: String, options: [String], codec: [String]) throws {
      try writeChapters(name, options)
      let whole = try Programs.run(
        "afconvert", ["-f", "WAVE"] + codec + [path(name), "-o", path("whole.wav")])
      #expect(whole.ending == .exit(0), "\(whole.errors)")
      let run = try split(["-f", "WAVE", "--output-folder", path("out")] + codec, name)
      #expect(run.ending == .exit(0) && run.errors == "", "\(run.errors)")
      let found = try names("out")
      #expect(found == ["1 Intro.wav", "2 Löwe.wav", "3 End.wav"])
      let parts = try found.map { try samples(path("out/" + $0)) }
      let all = try samples(path("whole.wav"))
      #expect(parts.flatMap(\.self) == all)
      #expect(abs(Double(parts[0].count) / Double(all.count) - 0.4) < 0.01)
    }

    @Test("outputs have the tags of the input, their title and their number")
    func tags() throws {
      try writeChapters("book.m4b", ["-c:a", "aac", "-f", "mp4"])
      let run = try split(["-f", "m4af", "-d", "alac"], "book.m4b")
      #expect(run.ending == .exit(0), "\(run.errors)")
      let text = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "format_tags", "-of", "flat", path("2 Löwe.m4a")])
      let lines = String(decoding: text, as: UTF8.self)
      for line in ["title=\"Löwe\"", "artist=\"Author\"", "album=\"Book\"", "track=\"2/3\""] {
        #expect(lines.contains("tags." + line), "\(lines)")
      }
    }
  #endif
}
