#if HTTP && LibAV && MPG123
  import Foundation
  import TestSupport
  import Testing

  /// `afplay` with files on a server: the same sound as from a local disk.
  ///
  /// After a failure, all received audio still plays.
  @Suite struct AfplayStreamTests {
    struct Kind: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var options: [String]
      var sampleRate = 44_100

      static let all = [
        Kind(testDescription: "MP3 with a header", options: ["-c:a", "libmp3lame", "-f", "mp3"]),
        Kind(
          testDescription: "MP3 without a header",
          options: ["-c:a", "libmp3lame", "-write_xing", "0", "-f", "mp3"]),
        Kind(testDescription: "AAC", options: ["-c:a", "aac", "-f", "adts"]),
        Kind(testDescription: "FLAC", options: ["-c:a", "flac", "-f", "flac"]),
        Kind(
          testDescription: "Opus", options: ["-c:a", "libopus", "-f", "ogg"], sampleRate: 48_000),
        Kind(testDescription: "Vorbis", options: ["-c:a", "libvorbis", "-f", "ogg"]),
        Kind(
          testDescription: "fragments",
          options: [
            "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov+default_base_moof",
            "-frag_duration", "400000", "-f", "mp4",
          ]),
        Kind(
          testDescription: "fragments and an edit list",
          options: ["-c:a", "aac", "-movflags", "empty_moov+delay_moov", "-f", "mp4"]),
        Kind(testDescription: "WAVE", options: ["-c:a", "pcm_s16le", "-f", "wav"]),
      ]

      /// Files whose description follows the sound, or that are read with jumps.
      static let unordered = [
        Kind(testDescription: "moov last", options: ["-c:a", "aac", "-f", "ipod"]),
        Kind(
          testDescription: "Matroska", options: ["-c:a", "libopus", "-f", "matroska"],
          sampleRate: 48_000),
        Kind(testDescription: "AVI", options: ["-c:a", "libmp3lame", "-f", "avi"]),
      ]

      func make() throws -> [UInt8] {
        try FFmpeg.encode(options, sampleRate: sampleRate, channelCount: 2, seconds: 3.3)
      }
    }

    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// Plays into a file at full speed.
    ///
    /// - Returns: The run, and the bytes of the samples.
    private func play(_ name: String) throws -> (run: ChildProcess, sound: [UInt8]) {
      let output = folder.url("output.wav")
      let run = try Programs.run(
        "afplay", [name], environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      let wave = Data(try Tool.read(output))
      let data = try #require(wave.range(of: Data("data".utf8)))
      return (run, Array(wave[(data.upperBound + 4)...]))
    }

    private func playLocally(_ file: [UInt8]) throws -> [UInt8] {
      try Tool.write(file, to: folder.url("input"))
      let (run, sound) = try play(folder.url("input").path)
      #expect(run.ending == .exit(0))
      #expect(run.errors == "")
      return sound
    }

    private static func head(_ lines: String...) -> RawServer.Step {
      .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    @Test(
      "a URL plays the same samples as the local file", arguments: Kind.all + Kind.unordered)
    func soundsTheSame(kind: Kind) throws {
      let file = try kind.make()
      let server = try RawServer { _ in
        [Self.head("HTTP/1.1 200 OK", "Content-Length: \(file.count)"), .send(file)]
      }
      let (run, sound) = try play(server.url())
      #expect(run.ending == .exit(0))
      #expect(run.errors == "")
      #expect(sound == (try playLocally(file)))
    }

    @Test("all audio received before a lost connection plays", arguments: Kind.all)
    func playsAllThatCame(kind: Kind) throws {
      let file = try kind.make()
      // The server identifies no version of the resource, so the client cannot resume.
      let server = try RawServer { _ in
        let size = String(file.count + 9, radix: 16)
        return [
          Self.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked"),
          .send(Array("\(size)\r\n".utf8)), .send(file),
        ]
      }
      let (run, sound) = try play(server.url())
      #expect(run.ending == .exit(1))
      #expect(
        run.errors == "afplay: \(server.url()): the connection to the server failed or was lost\n")
      #expect(sound == (try playLocally(file)))
    }

    @Test("all audio before a parser error in a pipe plays")
    func playsWhatWasParsed() throws {
      var file = try FFmpeg.encode(
        [
          "-c:a", "aac", "-b:a", "256k", "-movflags", "frag_keyframe+empty_moov",
          "-frag_duration", "400000", "-f", "mp4",
        ], sampleRate: 44_100, channelCount: 2, seconds: 3)
      let whole = try playLocally(file)
      // The fifth fragment states the start of the file as its offset.
      let headers = file.indices.dropLast(4).filter { file[$0...].starts(with: "tfhd".utf8) }
      let fifth = try #require(headers.dropFirst(4).first)
      try #require(file[fifth + 7] & 1 == 1)
      file.replaceSubrange(fifth + 12..<fifth + 20, with: [UInt8](repeating: 0, count: 8))
      try Tool.write(file, to: folder.url("changed"))
      let output = folder.url("output.wav")
      let afplay = Programs.path("afplay")
      let run = try ChildProcess(
        "sh", ["-c", "cat '\(folder.url("changed").path)' | '\(afplay)' -"],
        environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      #expect(run.wait() == .exit(1))
      #expect(run.errors.contains("the description of the audio"))
      let wave = Data(try Tool.read(output))
      let data = try #require(wave.range(of: Data("data".utf8)))
      let sound = Array(wave[(data.upperBound + 4)...])
      // Four fragments of 0.4 s in two channels of 32 bits.
      #expect(sound.count > 15 * 44_100 * 8 / 10)
      #expect(whole.starts(with: sound))
    }

    @Test("a time limit holds for a file on a server")
    func limitsTheTime() throws {
      let file = try FFmpeg.encode(
        ["-c:a", "pcm_s16le", "-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: 2)
      let nginx = try PrivateNginx()
      try nginx.put(file, as: "sound.wav")
      let output = folder.url("output.wav")
      let run = try Programs.run(
        "afplay", ["-t", "0.5", nginx.url("/sound.wav")],
        environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      #expect(run.ending == .exit(0))
      let count = try Tool.read(output).count
      #expect((176_400...176_500).contains(count))
    }
  }
#endif
