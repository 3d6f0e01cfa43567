#if HTTP && LibAV && MPG123
  import Foundation
  import TestSupport
  import Testing

  /// The example that plays a URL, and keeps it on disk.
  @Suite struct CachingPlayerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func play(
      _ program: String, _ arguments: [String]
    ) throws -> (run: ChildProcess, samples: [Float]) {
      let output = folder.url("output.wav")
      let run = try Programs.run(
        program, arguments, environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      return (run, LittleEndian.float(Array(try Tool.read(output).dropFirst(58))))
    }

    /// Five seconds of sound in a format.
    private func sound(_ options: [String]) throws -> URL {
      let file = folder.url("input")
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=440:duration=5:r=44100"]
          + ["-ac", "2"] + options + [file.path])
      return file
    }

    @Test(
      "the second run plays without a network, even a file without an extension",
      arguments: [
        ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"],
        ["-c:a", "aac", "-b:a", "128k", "-f", "ipod"], ["-c:a", "flac", "-f", "flac"],
        ["-c:a", "pcm_s16le", "-f", "wav"],
      ])
    func twice(options: [String]) throws {
      let file = try sound(options)
      let local = try play("StreamPlayer", [file.path])
      let server = try PrivateNginx()
      try server.put(try Tool.read(file), as: "song")
      let cache = folder.url("cache").path
      let first = try play("CachingPlayer", [server.url("/song"), cache])
      #expect(first.run.ending == .exit(0), "\(first.run.output)")
      #expect(first.samples.elementsEqual(local.samples))
      #expect(first.run.output.contains("loaded: "))
      server.stop()
      let second = try play("CachingPlayer", [server.url("/song"), cache])
      #expect(second.run.ending == .exit(0), "\(second.run.output)")
      #expect(second.samples.elementsEqual(local.samples))
    }

    @Test("afplay --cache plays the second time without a network")
    func afplay() throws {
      let file = try sound(["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"])
      let local = try play("afplay", [file.path])
      let server = try PrivateNginx()
      try server.put(try Tool.read(file), as: "song")
      let arguments = ["--cache", folder.url("cache").path, server.url("/song")]
      let first = try play("afplay", arguments)
      #expect(first.run.ending == .exit(0), "\(first.run.errors)")
      #expect(first.samples.elementsEqual(local.samples))
      server.stop()
      let second = try play("afplay", arguments)
      #expect(second.run.ending == .exit(0), "\(second.run.errors)")
      #expect(second.samples.elementsEqual(local.samples))
    }

    @Test("a disk that refuses bytes costs no sound")
    func fullDisk() throws {
      let file = folder.url("input")
      // The sound begins after the largest file that the program may write.
      try Tool.write(try sound(padding: 5_000_000), to: file)
      let local = try play("StreamPlayer", [file.path])
      let server = try PrivateNginx()
      try server.put(try Tool.read(file), as: "song")
      let output = folder.url("output.wav")
      let script = "trap '' XFSZ; ulimit -f 8000; exec \"$@\""
      let run = try ChildProcess(
        "/bin/sh",
        [
          "-c", script, "sh", Programs.path("CachingPlayer"), server.url("/song"),
          folder.url("cache").path,
        ], environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      #expect(run.wait() == .exit(0), "\(run.output) \(run.errors)")
      let samples = LittleEndian.float(Array(try Tool.read(output).dropFirst(58)))
      #expect(samples.elementsEqual(local.samples) && samples.contains { $0 != 0 })
    }

    /// A WAVE file with a tone after a chunk of a size.
    private func sound(padding: Int) throws -> [UInt8] {
      let plain = try Tool.read(sound(["-c:a", "pcm_s16le", "-bitexact", "-f", "wav"]))
      let data = try #require(
        plain.indices.first { plain[$0...].starts(with: Array("data".utf8)) })
      func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
      let body =
        plain[8..<data] + Array("JUNK".utf8) + little(padding)
        + [UInt8](repeating: 0, count: padding) + plain[data...]
      return Array("RIFF".utf8) + little(body.count) + body
    }

    @Test("a missing file and a refused connection are clear errors")
    func failures() throws {
      let server = try PrivateNginx()
      let cache = folder.url("cache").path
      for (url, text) in [
        (server.url("/none.mp3"), "status 404"), ("http://127.0.0.1:1/x", "connect"),
      ] {
        let run = try Programs.run(
          "CachingPlayer", [url, cache], environment: ["OPENCOREAUDIO_DEVICE": "null"])
        #expect(run.ending == .exit(1))
        #expect(run.output.contains(text), "\(run.output)")
      }
    }
  }
#endif
