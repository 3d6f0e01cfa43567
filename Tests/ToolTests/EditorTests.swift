#if FLAC && HTTP && LibAV && MPG123
  import Foundation
  import TestSupport
  import Testing

  /// The example that trims, joins and compresses.
  @Suite struct EditorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sound(_ name: String, _ options: [String]) throws -> String {
      let bytes = try FFmpeg.encode(options, sampleRate: 44_100, channelCount: 2, seconds: 3)
      try Tool.write(bytes, to: folder.url(name))
      return folder.url(name).path
    }

    /// The length that an independent program finds.
    private func seconds(_ path: String) throws -> Double {
      let output = try Tool.run(
        "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
      let text = String(decoding: output, as: UTF8.self)
      return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }

    @Test("the three edits give files that other programs read")
    func edits() throws {
      let one = try sound("one.mp3", ["-c:a", "libmp3lame", "-f", "mp3"])
      let two = try sound("two.flac", ["-c:a", "flac", "-f", "flac"])
      let trimmed = folder.url("trimmed.m4a").path
      let trim = try Programs.run("Editor", ["trim", one, "0.5", "1.25", trimmed])
      #expect(trim.ending == .exit(0), "\(trim.errors)")
      #expect(trim.output == "\(trimmed): 1.25 s\n")
      #expect(abs(try seconds(trimmed) - 1.25) < 0.03)
      let joined = folder.url("joined.m4a").path
      let join = try Programs.run("Editor", ["join", one, two, joined])
      #expect(join.ending == .exit(0), "\(join.errors)")
      #expect(join.output == "\(joined): 6.0 s\n")
      let small = folder.url("small.mp3").path
      let compress = try Programs.run("Editor", ["compress", two, small])
      #expect(compress.ending == .exit(0), "\(compress.errors)")
      #expect(abs(try seconds(small) - 3) < 0.1)
    }

    @Test("a file that exists or is missing is named")
    func faults() throws {
      let one = try sound("one.wav", ["-c:a", "pcm_s16le", "-f", "wav"])
      let same = try Programs.run("Editor", ["trim", one, "0", "1", one])
      #expect(same.ending == .exit(1) && same.errors.contains("\(one) already exists"))
      let missing = try Programs.run("Editor", ["join", "none.wav", "out.m4a"])
      #expect(missing.ending == .exit(1) && missing.errors.contains("none.wav"))
    }
  }
#endif
