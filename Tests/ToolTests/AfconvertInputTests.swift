import Foundation
import TestSupport
import Testing

/// The parts of the input that `afconvert` uses, and the layout of the output.
@Suite struct AfconvertInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Tool.write(
      try FFmpeg.encode(["-f", "wav"], sampleRate: 44_100, channelCount: 1, seconds: 3),
      to: folder.url("a.wav"))
  }

  private func path(_ name: String) -> String { folder.url(name).path }

  private func convert(_ arguments: [String]) throws -> ChildProcess {
    try Programs.run("afconvert", arguments)
  }

  /// The 16-bit samples of a file.
  private func samples(_ name: String) throws -> [Int16] {
    LittleEndian.int16(
      try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path(name), "-f", "s16le", "-"]))
  }

  @Test("--offset skips frames of the input", arguments: [0, 1, 70_000, 132_300])
  func skips(offset: Int) throws {
    for type in ["-f WAVE -d LEI16", "-f m4af -d alac"] {
      let run = try convert(
        type.split(separator: " ").map(String.init)
          + ["--offset", "\(offset)", path("a.wav"), "-o", path("b")])
      #expect(run.ending == .exit(0), "\(run.errors)")
      #expect(try samples("b") == Array(samples("a.wav").dropFirst(offset)))
    }
  }

  #if LibAV
    @Test("--offset counts decoded frames, even with several decoding threads")
    func skipsDecoded() throws {
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-stream_loop", "9", "-i", path("a.wav"), path("a.flac")])
      let all = try samples("a.flac")
      for jobs in ["1", "2"] {
        let run = try convert(
          [
            "--jobs", jobs, "--offset", "12345", "-f", "WAVE", "-d", "LEI16", path("a.flac"), "-o",
            path("b"),
          ])
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(try samples("b") == Array(all.dropFirst(12_345)))
      }
    }

    @Test("--read-track selects a sound track", arguments: ["mov", "mkv"])
    func choosesATrack(type: String) throws {
      let file = path("two.\(type)")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", path("a.wav"), "-f", "lavfi", "-i", "sine=d=1:r=8000",
          "-map", "0", "-map", "1", "-c:a", "pcm_s16le", file,
        ])
      for (track, count) in [(0, 132_300), (1, 8000)] {
        let run = try convert(
          ["--read-track", "\(track)", "-f", "WAVE", "-d", "LEI16", file, "-o", path("b")])
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(try samples("b").count == count)
      }
      let run = try convert(["--read-track", "2", "-f", "WAVE", file, "-o", path("c")])
      #expect(run.ending == .exit(1))
      #expect(
        run.errors
          == "afconvert: \(file): --read-track 2: no such audio track; the last index is 1\n")
    }
  #endif

  @Test("an option that the input does not support is an error without an output")
  func reports() throws {
    let run = try convert(["--offset", "132301", "-f", "WAVE", path("a.wav"), "-o", path("b")])
    #expect(run.ending == .exit(1))
    #expect(
      run.errors
        == "afconvert: \(path("a.wav")): --offset 132301: the input has only 132300 frames\n")
    #expect(!FileManager.default.fileExists(atPath: path("b")))
  }

  @Test(
    "--no-filler puts the audio directly after the header", arguments: ["WAVE", "caff", "AIFF"])
  func leavesFillerOut(type: String) throws {
    for options in [[], ["--no-filler"]] {
      let run = try convert(["-f", type] + options + [path("a.wav"), "-o", path("b\(options)")])
      #expect(run.ending == .exit(0), "\(run.errors)")
    }
    let (aligned, plain) = (
      try Tool.read(folder.url("b[]")), try Tool.read(folder.url("b[\"--no-filler\"]"))
    )
    #expect(aligned.count >= 264_600 + 4096 && plain.count < 264_600 + 256)
    #expect(try samples("b[]") == samples("b[\"--no-filler\"]"))
  }

  #if Soxr
    @Test("--prime-method changes the edges of a rate conversion")
    func choosesTheEdges() throws {
      let all = try ["0", "1", "2"].map { method in
        let run = try convert(
          [
            "--prime-method", method, "-f", "WAVE", "-d", "LEI16@48000", path("a.wav"), "-o",
            path("b"),
          ])
        #expect(run.ending == .exit(0), "\(run.errors)")
        return try samples("b")
      }
      // The first frame has no predecessor, so 0 and 1 give the same result.
      #expect(all[0] == all[1] && all[1] != all[2])
      #expect(all[0].count == all[2].count)
      // Without a conversion, the option has no effect.
      let run = try convert(
        ["--prime-method", "2", "-f", "WAVE", "-d", "LEI16", path("a.wav"), "-o", path("b")])
      #expect(run.ending == .exit(0))
      #expect(try samples("b") == samples("a.wav"))
    }
  #endif
}
