import Foundation
import TestSupport
import Testing

@testable import ConvertTool

#if Loudness
  /// `afconvert --normalize`, measured by FFmpeg.
  @Suite struct AfconvertNormalizeTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.url(name).path }

    /// Writes the sum of expressions, one for each channel.
    private func write(_ name: String, _ expressions: [String], layout: String) throws {
      let source = "aevalsrc=\(expressions.joined(separator: "|")):c=\(layout):s=48000:d=4"
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-c:a", "pcm_s16le",
          path(name),
        ])
    }

    /// The integrated loudness in LUFS, and the true peak in decibels.
    private func measured(_ name: String) throws -> (loudness: Double, peak: Double) {
      let text = try Tool.runWithErrors(
        "ffmpeg",
        ["-nostdin", "-i", path(name), "-af", "ebur128=peak=true:metadata=1", "-f", "null", "-"]
      ).errors
      let summary = String(decoding: text, as: UTF8.self).components(separatedBy: "Summary:").last
      let lines = try #require(summary).split(separator: "\n")
      func value(_ name: String) throws -> Double {
        let line = lines.first { $0.trimmingCharacters(in: .whitespaces).hasPrefix(name) }
        let words = try #require(line).split(separator: " ")
        return try #require(words.compactMap { Double($0) }.first)
      }
      return (try value("I:"), try value("Peak:"))
    }

    private func normalize(_ options: [String], _ inputs: [String] = ["a.wav"]) throws
      -> ChildProcess
    {
      let run = try Programs.run(
        "afconvert",
        ["-v", "-d", "LEI16", "--normalize"] + options + inputs.map(path) + ["-o", path("b.wav")])
      #expect(run.ending == .exit(0), "\(run.errors)")
      return run
    }

    private static let targets: [(options: [String], loudness: Double)] = [
      ([], -23), (["-16"], -16), (["-31.5", "--start", "1"], -31.5), (["-c", "1", "--mix"], -23),
      (["--fade-out", "3"], -23), (["--join"], -23),
    ]

    @Test("the output has the target loudness", arguments: targets)
    func target(options: [String], expected: Double) throws {
      try write(
        "a.wav",
        ["0.02*(1+3*gt(t\\,2))*sin(2*PI*500*t)", "0.05*sin(2*PI*1500*t)"], layout: "stereo")
      let inputs = options == ["--join"] ? ["a.wav", "a.wav"] : ["a.wav"]
      _ = try normalize(options, inputs)
      #expect(abs(try measured("b.wav").loudness - expected) <= 0.1)
    }

    @Test("surround channels are louder, and the low-frequency channel does not count")
    func surround() throws {
      let tones = (0..<6).map { "0.0\($0 + 2)*sin(2*PI*\(400 + 100 * $0)*t)" }
      try write("a.wav", tones, layout: "5.1")
      _ = try normalize([])
      #expect(abs(try measured("b.wav").loudness + 23) <= 0.1)
    }

    @Test("a high peak lowers the gain, and a message says so")
    func peak() throws {
      let click = "0.005*sin(2*PI*997*t)+0.7*exp(-pow((t-1)*2000\\,2))"
      try write("a.wav", [click, click], layout: "stereo")
      let run = try normalize([])
      #expect(run.errors.contains("because the true peak must not exceed -1 dBTP"), "\(run.errors)")
      let found = try measured("b.wav")
      #expect(abs(found.peak + 1) <= 0.1 && found.loudness < -24, "\(found)")
      #expect(run.errors.contains(" LUFS, true peak "))
    }

    @Test("silent and very short files keep their level, with a message")
    func silence() throws {
      try write("a.wav", ["0.0001*sin(2*PI*500*t)"], layout: "mono")
      let before = try Tool.run("ffmpeg", ["-v", "error", "-i", path("a.wav"), "-f", "s16le", "-"])
      #expect(try normalize([]).errors.contains("a.wav: silent (below -70 LUFS)"))
      let after = try Tool.run("ffmpeg", ["-v", "error", "-i", path("b.wav"), "-f", "s16le", "-"])
      #expect(after == before)
      try write("a.wav", ["0.5*sin(2*PI*500*t)"], layout: "mono")
      #expect(try normalize(["--end", "0.3"]).errors.contains("shorter than 0.4 seconds"))
    }

    @Test(
      "a wrong request is refused",
      arguments: [
        (["--normalize", "-80"], "must be a number from -70 to 0"),
        (["--normalize", "--gain", "2"], "use only one"),
      ])
    func refusals(options: [String], reason: String) throws {
      let run = try Programs.run("afconvert", options + ["a.wav", "b.wav"])
      #expect(run.ending == .exit(2) && run.errors.contains(reason), "\(run.errors)")
    }

    @Test("the gain follows from the loudness and the true peak")
    func gain() {
      func gain(_ loudness: Double, _ peak: Double, _ target: Double) -> Double {
        Normalization(
          ProgramLoudness(integrated: loudness, truePeak: peak, duration: 9), to: target
        ).gain
      }
      #expect(gain(-20, 0.5, -23) == -3)
      #expect(abs(gain(-30, 0.5, -20) - (-1 - 20 * log10(0.5))) < 1e-9)
      // Also sound that is quiet enough must not have higher peaks.
      #expect(abs(gain(-23, 2, -23) - (-1 - 20 * log10(2))) < 1e-9)
      #expect(gain(-.infinity, 0, -23) == 0)
    }
  }
#endif
