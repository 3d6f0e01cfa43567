#if HTTP && LibAV && MPG123
  import Foundation
  import TestSupport
  import Testing

  /// The example that plays a URL with AVPlayer, from a disk and from a web server.
  @Suite struct StreamPlayerTests {
    /// A file in one format.
    struct Sample: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var options: [String]

      static let all = [
        Sample(
          testDescription: "a.mp3",
          options: ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"]),
        Sample(
          testDescription: "last.m4a", options: ["-c:a", "aac", "-b:a", "128k", "-f", "ipod"]),
        Sample(testDescription: "a.flac", options: ["-c:a", "flac", "-f", "flac"]),
        Sample(testDescription: "a.wav", options: ["-c:a", "pcm_s16le", "-f", "wav"]),
        Sample(
          testDescription: "a.ogg", options: ["-c:a", "libvorbis", "-b:a", "96k", "-f", "ogg"]),
        Sample(
          testDescription: "a.aac", options: ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
      ]
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func play(_ address: String) throws -> (run: ChildProcess, samples: [Float]) {
      let output = folder.url("output.wav")
      let run = try Programs.run(
        "StreamPlayer", [address], environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      // Samples of 32 bits after a header.
      return (run, LittleEndian.float(Array(try Tool.read(output).dropFirst(58))))
    }

    @Test("a file plays the same samples from a disk and from a server", arguments: Sample.all)
    func plays(sample: Sample) throws {
      let name = sample.testDescription
      let input = folder.url(name)
      // A seekable output, so that `moov` comes last as usual.
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=440:duration=3:r=44100"]
          + ["-ac", "2"] + sample.options + [input.path])
      let decoded = LittleEndian.float(
        try Tool.run(
          "ffmpeg", ["-nostdin", "-loglevel", "error", "-i", input.path, "-f", "f32le", "-"]))
      let local = try play(input.path)
      #expect(local.run.ending == .exit(0))
      #expect(abs(local.samples.count - decoded.count) <= 2 * 1024)
      let server = try PrivateNginx()
      try server.put(try Tool.read(input), as: name)
      for path in ["/\(name)", "/whole/\(name)", "/moved/\(name)"] {
        let remote = try play(server.url(path))
        #expect(remote.run.ending == .exit(0), "\(path): \(remote.run.output)")
        #expect(
          remote.samples.elementsEqual(local.samples), "\(path): \(remote.samples.count)")
      }
    }

    @Test("an unknown device name is a clear error")
    func device() throws {
      let file = folder.url("a.wav")
      try Tool.write(BadFile.wave(promising: 32_000, holding: 32_000), to: file)
      let run = try Programs.run(
        "StreamPlayer", [file.path], environment: ["OPENCOREAUDIO_DEVICE": "nonsense"])
      #expect(run.ending == .exit(1))
      #expect(run.output.contains("OPENCOREAUDIO_DEVICE"), "\(run.output)")
    }

    @Test("a page, a missing file and a refused connection are clear errors")
    func failures() throws {
      let server = try PrivateNginx()
      for (path, text) in [
        ("/page", "is not a media file"), ("/none.mp3", "status 404"), ("/loop", "redirected"),
      ] {
        let run = try Programs.run(
          "StreamPlayer", [server.url(path)], environment: ["OPENCOREAUDIO_DEVICE": "null"])
        #expect(run.ending == .exit(1))
        #expect(run.output.contains(text), "\(run.output)")
      }
    }
  }
#endif
