#if HTTP && LibAV && Soxr
  import Foundation
  import TestSupport
  import Testing

  /// Chained Ogg files in the tools: the same recording from a disk, a server and a pipe.
  @Suite struct ChainedOggToolTests {
    /// A link of the chain: its codec, rate in hertz, channels, and duration in seconds.
    typealias Link = (codec: String, rate: Int, channels: Int, seconds: Double)

    struct Chain: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var links: [Link]
      var frameCount: Int

      func make() throws -> [UInt8] {
        try links.flatMap {
          try FFmpeg.encode(
            ["-c:a", $0.codec, "-f", "ogg"], sampleRate: $0.rate, channelCount: $0.channels,
            seconds: $0.seconds)
        }
      }
    }

    static let chains = [
      Chain(
        testDescription: "Opus",
        links: [("libopus", 48_000, 1, 1), ("libopus", 48_000, 1, 0.5), ("libopus", 48_000, 1, 1)],
        frameCount: 120_000),
      Chain(
        testDescription: "Vorbis",
        links: [("libvorbis", 44_100, 2, 1), ("libvorbis", 44_100, 2, 0.5)], frameCount: 66_150),
      Chain(
        testDescription: "Vorbis of other rates and channel counts",
        links: [
          ("libvorbis", 44_100, 2, 0.5), ("libvorbis", 48_000, 1, 0.5),
          ("libvorbis", 22_050, 2, 1),
        ], frameCount: 88_200),
      Chain(
        testDescription: "FLAC and Opus",
        links: [("flac", 48_000, 1, 0.5), ("libopus", 48_000, 2, 0.5)], frameCount: 48_000),
    ]

    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private func samples(_ name: String) throws -> [UInt8] {
      let wave = Data(try Tool.read(folder.url(name)))
      let data = try #require(wave.range(of: Data("data".utf8)))
      return Array(wave[(data.upperBound + 4)...])
    }

    /// Plays into a file at full speed.
    private func play(_ name: String) throws -> [UInt8] {
      let output = folder.url("played.wav")
      let run = try Programs.run(
        "afplay", [name], environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      #expect(run.ending == .exit(0))
      #expect(run.errors == "")
      return try samples("played.wav")
    }

    /// Plays a file through a pipe.
    private func playPiped(_ path: String) throws -> [UInt8] {
      let command = "cat \"$0\" | OPENCOREAUDIO_DEVICE=\"offline:$1\" \"$2\" -"
      let output = folder.url("played.wav").path
      let words = ["-c", command, path, output, Programs.path("afplay")]
      #expect(try Tool.runWithErrors("sh", words).errors.isEmpty)
      return try samples("played.wav")
    }

    @Test("every tool treats a chain as one recording", arguments: chains)
    func isOneRecording(chain: Chain) throws {
      let file = try chain.make()
      let input = folder.url("chain.ogg")
      try Tool.write(file, to: input)
      let converted = try Programs.run(
        "afconvert", ["-f", "WAVE", "-d", "F32", input.path, folder.url("converted.wav").path])
      #expect(converted.ending == .exit(0))
      let expected = try samples("converted.wav")
      #expect(expected.count == chain.frameCount * chain.links[0].channels * 4)
      #expect(try play(input.path) == expected)
      #expect(try playPiped(input.path) == expected)
      let server = try RawServer { _ in
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n\r\n"
        return [.send(Array(head.utf8)), .send(file)]
      }
      #expect(try play(server.url()) == expected)
      let info = try Programs.run("afinfo", [input.path])
      #expect(info.ending == .exit(0))
      #expect(info.output.contains("audio \(chain.frameCount) valid frames"))
    }

    @Test("an unreadable stream is reported, and earlier streams are kept")
    func unreadableLink() throws {
      let speex = try FFmpeg.encode(
        ["-c:a", "libspeex", "-f", "ogg"], sampleRate: 16_000, channelCount: 1)
      let opus = try Self.chains[0].make()
      let input = folder.url("chain.ogg")
      try Tool.write(opus + speex, to: input)
      let output = folder.url("converted.wav")
      let environment = ["OPENCOREAUDIO_DEVICE": "offline:\(folder.url("played.wav").path)"]
      let runs = [
        try Programs.run("afconvert", ["-f", "WAVE", "-d", "F32", input.path, output.path]),
        try Programs.run("afplay", [input.path], environment: environment),
        try Programs.run("afinfo", [input.path]),
      ]
      for run in runs {
        #expect(run.ending == .exit(1))
        #expect(run.errors.contains("unsupported audio format"), "\(run.errors)")
      }
      for name in ["converted.wav", "played.wav"] {
        #expect(try samples(name).count == 120_000 * 4)
      }
    }
  }
#endif
