#if Loudness
  import Foundation
  import TestSupport
  import Testing

  /// `--soundcheck-generate` and `--soundcheck-read`.
  @Suite struct AfconvertSoundCheckTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// Three seconds of 997 Hz with a louder second one: on the left 0.1 and 0.2, on the right
    /// twice as much.
    private func source() throws -> String {
      let path = folder.url("a.wav").path
      let tone = "*(1+between(t\\,1\\,1.9999))*sin(2*PI*997*t)"
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc=0.1\(tone)|0.2\(tone):s=48000:d=3", "-c:a", "pcm_s16le", path,
        ])
      return path
    }

    private func convert(_ options: [String], _ source: String, _ name: String) throws -> String {
      let path = folder.url(name).path
      let run = try Programs.run("afconvert", options + [source, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      return path
    }

    /// The loudness measures of a file by name, each for two channels.
    private func measures(_ path: String) throws -> [String: [Int]] {
      var measures: [String: [Int]] = [:]
      for line in try Programs.run("afinfo", [path]).output.split(separator: "\n") {
        let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, parts[0].hasPrefix("sc ") else { continue }
        measures[String(parts[0].dropFirst(3))] = parts[1].split(separator: " ").compactMap {
          Int($0)
        }
      }
      return measures
    }

    private func isNear(_ values: [Int]?, _ expected: [Double]) -> Bool {
      values?.count == expected.count
        && zip(values ?? [], expected).allSatisfy { abs(Double($0) / $1 - 1) < 0.03 }
    }

    @Test(arguments: [
      (["-d", "alac"], "b.m4a"), (["-d", "LEI16"], "b.caf"), (["-d", "BEI16"], "b.aiff"),
    ])
    func loudnessIsMeasured(_ options: [String], _ name: String) throws {
      let path = try convert(options + ["--soundcheck-generate"], try source(), name)
      let measures = try measures(path)
      // A sine of 997 Hz on both channels has the loudness of its level; the louder second is 6.02
      // LU above. Of 27 blocks of 400 ms, 14 are quiet, 7 are loud, and 6 overlap both and have
      // their mean.
      let quiet = 1000 * pow(10, (-20 + 16) / 10.0)
      let blocks: [Double] = [14, 7 * 4, 6 * 2.5]
      let mean = blocks.reduce(0, +) / 27
      #expect(isNear(measures["ave perceived power coeff"], [quiet * mean, 4 * quiet * mean]))
      #expect(isNear(measures["max perceived power coeff"], [10 * quiet, 40 * quiet]))
      #expect(isNear(measures["peak amplitude"], [6553.6, 13107.2]))
      for key in ["max perceived power msec", "peak amplitude msec"] {
        let times = try #require(measures[key])
        #expect(
          times.count == 2 && times.allSatisfy { (1000..<2000).contains($0) }, "\(key) \(times)")
      }
    }

    @Test func loudnessIsCopiedOnRequest() throws {
      let made = try convert(["-d", "LEI16", "--soundcheck-generate"], try source(), "b.caf")
      let measures = try measures(made)
      #expect(measures.count == 5)
      let read = try convert(["-d", "alac", "--soundcheck-read"], made, "c.m4a")
      #expect(try self.measures(read) == measures)
      let left = try convert(["-d", "alac"], made, "d.m4a")
      #expect(try self.measures(left).isEmpty)
      // The text that iTunes stores.
      let tag = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "format_tags=iTunNORM", "-of", "csv=p=0", read])
      let words = String(decoding: tag, as: UTF8.self).split {
        $0 == " " || $0 == "\n" || $0 == "\""
      }
      #expect(words.count == 10 && words.allSatisfy { $0.utf8.count == 8 })
      #expect(
        words.compactMap { Int($0, radix: 16) }.prefix(2)
          == measures["ave perceived power coeff"].map { $0[...] })
    }

    @Test func silenceHasNoPower() throws {
      let path = folder.url("s.wav").path
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono:d=1", path])
      let made = try convert(["-d", "LEF32", "--soundcheck-generate"], path, "s.caf")
      let measures = try measures(made)
      #expect(measures.count == 5 && measures.values.allSatisfy { $0 == [0] }, "\(measures)")
    }

    @Test(arguments: [
      (["-f", "flac", "--soundcheck-generate"], "the file type cannot store Sound Check values"),
      (["-f", "m4af", "--soundcheck-generate", "--soundcheck-read"], "use only one"),
    ])
    func impossibleRequestsAreReported(_ options: [String], _ reason: String) throws {
      let run = try Programs.run("afconvert", options + ["a.wav"])
      #expect(run.ending == .exit(2))
      #expect(run.errors.contains(reason), "\(run.errors)")
    }
  }
#endif
