#if LibAV && Soxr
  import Foundation
  import TestSupport
  import Testing

  /// Files of an album that plays without gaps.
  @Suite struct AfconvertGaplessTests {
    private let folder: TemporaryFolder
    /// A sine in two files at 44,100 Hz.
    ///
    /// Neither length is a multiple of a packet.
    private static let lengths = [30_011, 29_989]

    init() throws {
      folder = try TemporaryFolder()
      var start = 0
      for (name, count) in zip(["a.wav", "b.wav"], Self.lengths) {
        let samples = (start..<start + count).map { Self.sine($0, rate: 44_100) }
        let bytes = samples.flatMap { sample in
          withUnsafeBytes(of: sample.bitPattern.littleEndian) { Array($0) }
        }
        try Tool.write(bytes, to: folder.url("raw"))
        _ = try Tool.run(
          "ffmpeg",
          ["-nostdin", "-v", "error", "-f", "f32le", "-ar", "44100", "-ac", "1"]
            + ["-i", folder.url("raw").path, "-c:a", "pcm_f32le", folder.url(name).path])
        start += count
      }
    }

    private static func sine(_ frame: Int, rate: Double) -> Float {
      Float(0.5 * cos(2 * .pi * 441.3 * Double(frame) / rate))
    }

    private func convert(_ arguments: [String]) throws -> ChildProcess {
      try Programs.run("afconvert", arguments)
    }

    /// The samples decoded by this package, without priming and remainder.
    private func samples(_ name: String) throws -> [Float] {
      let wave = folder.url("decoded.wav").path
      let run = try convert(["-f", "WAVE", "-d", "LEF32", folder.url(name).path, "-o", wave])
      #expect(run.ending == .exit(0), "\(run.errors)")
      return LittleEndian.float(
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", wave, "-f", "f32le", "-"]))
    }

    /// The samples of both files in another format, joined, with their lengths.
    private func joined(_ format: [String], _ fileExtension: String, gapless: Bool) throws
      -> [[Float]]
    {
      let paths = ["a", "b"].map { folder.url("\($0).wav").path }
      let outputs = ["a.\(fileExtension)", "b.\(fileExtension)"]
      for index in 0...1 {
        let neighbour = [["--gapless-after", paths[1]], ["--gapless-before", paths[0]]][index]
        let run = try convert(
          format + (gapless ? neighbour : []) + [
            paths[index], "-o", folder.url(outputs[index]).path,
          ])
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.errors.isEmpty)
      }
      return try outputs.map(samples)
    }

    /// The largest difference from the sine in the frames around the joint.
    private static func fault(_ parts: [[Float]], rate: Double, around: Int = 300) -> Float {
      let all = parts[0] + parts[1]
      let joint = parts[0].count
      return (joint - around..<joint + around)
        .map { abs(all[$0] - sine($0, rate: rate)) }.max() ?? 1
    }

    struct Format: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var arguments: [String]
      var fileExtension: String
      var rate = 44_100.0
    }

    static let formats = [
      Format(
        testDescription: "AAC", arguments: ["-f", "m4af", "-d", "aac", "-b", "128000"],
        fileExtension: "m4a"),
      Format(
        testDescription: "AAC in CAF", arguments: ["-f", "caff", "-d", "aac", "-b", "128000"],
        fileExtension: "caf"),
      Format(
        testDescription: "MP3", arguments: ["-f", "MPG3", "-d", ".mp3", "-b", "128000"],
        fileExtension: "mp3"),
      Format(
        testDescription: "Opus", arguments: ["-f", "Oggf", "-d", "opus"], fileExtension: "opus",
        rate: 48_000),
      Format(
        testDescription: "linear PCM of another rate",
        arguments: ["-f", "WAVE", "-d", "LEF32@48000"], fileExtension: "out.wav", rate: 48_000),
      Format(
        testDescription: "Apple Lossless of another rate",
        arguments: ["-f", "m4af", "-d", "alac@48000"], fileExtension: "m4a", rate: 48_000),
    ]

    @Test("two halves of a sine join without a step", arguments: formats)
    func joint(format: Format) throws {
      let alone = try joined(format.arguments, format.fileExtension, gapless: false)
      let gapless = try joined(format.arguments, format.fileExtension, gapless: true)
      for (index, length) in Self.lengths.enumerated() {
        let expected = Int((Double(length) * format.rate / 44_100).rounded())
        #expect(alone[index].count == expected && gapless[index].count == expected)
      }
      let faults = [alone, gapless].map { Self.fault($0, rate: format.rate) }
      // For comparison, the middle of the second file.
      let elsewhere = Self.fault(
        [gapless[0] + gapless[1].prefix(15_000), Array(gapless[1].dropFirst(15_000))],
        rate: format.rate)
      #expect(faults[1] <= elsewhere * 1.5 + 0.005, "\(faults), elsewhere \(elsewhere)")
      #expect(
        faults[1] - elsewhere < (faults[0] - elsewhere) / 4, "\(faults), elsewhere \(elsewhere)")
    }

    @Test("lossless packets of the same rate need no neighbours")
    func lossless() throws {
      let format = ["-f", "caff", "-d", "LEF32"]
      #expect(
        try joined(format, "caf", gapless: true) == joined(format, "caf", gapless: false))
    }

    @Test(
      "a file type that cannot store the priming is reported",
      arguments: [("adts", "aac"), ("Oggf", "vorb")])
    func noPlace(type: String, codec: String) throws {
      let run = try convert(
        [
          "-f", type, "-d", codec, "--gapless-before", folder.url("a.wav").path,
          folder.url("b.wav").path, "-o", folder.url("b.out").path,
        ])
      #expect(run.ending == .exit(0))
      #expect(
        run.errors
          == "afconvert: --gapless-before: "
          + "the output cannot be gapless, because its file type does not store "
          + "where the recording begins\n"
      )
      #expect(try samples("b.out").count >= Self.lengths[1])
    }

    @Test("neighbours require a single input, and must be readable")
    func refusals() throws {
      let (a, b) = (folder.url("a.wav").path, folder.url("b.wav").path)
      let many = try convert(["-f", "m4af", "-d", "aac", "--gapless-before", a, a, b, b])
      #expect(many.ending == .exit(2))
      #expect(
        many.errors.hasPrefix(
          "afconvert: --gapless-before and --gapless-after: only for a single input"))
      let missing = folder.url("none.wav").path
      let run = try convert(
        ["-f", "m4af", "-d", "aac", "--gapless-after", missing, a, "-o", folder.url("c.m4a").path])
      #expect(run.ending == .exit(1))
      #expect(run.errors.contains("none.wav"))
      #expect(!FileManager.default.fileExists(atPath: folder.url("c.m4a").path))
    }
  }
#endif
