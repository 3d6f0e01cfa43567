#if HTTP && PulseAudio && MPG123 && LibAV
  import Foundation
  import TestSupport
  import Testing

  /// afplay and SimplePlayer, with files and over HTTP, recorded from a sound server.
  @Suite(.serialized, .enabled(if: PrivatePulseAudio.isAvailable))
  struct PlayingTests {
    private static let rate = 44_100

    /// A file in one format, with another decoder's samples.
    struct Sample: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var options: [String]
      /// The largest accepted difference between two correct decoders.
      var tolerance: Float

      static let all = [
        Sample(
          testDescription: "wav", options: ["-c:a", "pcm_s16le", "-f", "wav"], tolerance: 1e-6),
        Sample(
          testDescription: "mp3", options: ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"],
          tolerance: 1 / 32_768),
        Sample(
          testDescription: "aac", options: ["-c:a", "aac", "-b:a", "128k", "-f", "adts"],
          tolerance: 1 / 32_768),
      ]

      func make(seconds: Double = 2.5) throws -> (file: [UInt8], samples: [Float]) {
        let file = try FFmpeg.encode(
          options, sampleRate: PlayingTests.rate, channelCount: 2, seconds: seconds)
        // FFmpeg also drops the frames that only prime the decoder.
        let folder = try TemporaryFolder()
        try Tool.write(file, to: folder.url("input"))
        let bytes = try Tool.run(
          "ffmpeg",
          ["-nostdin", "-loglevel", "error", "-i", folder.url("input").path, "-f", "f32le", "-"])
        return (file, LittleEndian.float(bytes))
      }
    }

    private let pulse: PrivatePulseAudio
    private let folder: TemporaryFolder

    init() throws {
      pulse = try PrivatePulseAudio(sampleRate: PlayingTests.rate)
      folder = try TemporaryFolder()
    }

    private var environment: [String: String] {
      pulse.environment.merging(["OPENCOREAUDIO_DEVICE": "pulse"]) { $1 }
    }

    /// Runs a program, and returns the played samples.
    private func play(
      _ program: String, _ argument: String
    ) throws -> (run: ChildProcess, samples: [Float]) {
      let recording = try pulse.startRecording()
      let run = try Programs.run(program, [argument], environment: environment)
      try recording.waitForSilence()
      return (run, recording.sound)
    }

    @Test(arguments: Sample.all)
    func playsAFile(sample: Sample) throws {
      let (file, samples) = try sample.make()
      try Tool.write(file, to: folder.url("sound"))
      let (run, played) = try play("afplay", folder.url("sound").path)
      #expect(run.ending == .exit(0))
      #expect(run.errors == "" && run.output == "")
      expectSame(played, samples, tolerance: sample.tolerance)
    }

    @Test(arguments: [
      (0, "/sound"), (1, "/sound"), (1, "/slow/sound"), (1, "/whole/sound"), (2, "/sound"),
    ])
    func playsFromAWebServer(index: Int, path: String) throws {
      let sample = Sample.all[index]
      let (file, samples) = try sample.make()
      let nginx = try PrivateNginx()
      try nginx.put(file, as: "sound")
      let (run, played) = try play("afplay", nginx.url(path))
      #expect(run.ending == .exit(0))
      #expect(run.errors == "")
      expectSame(played, samples, tolerance: sample.tolerance)
    }

    @Test(arguments: ["/sound", "/slow/sound"])
    func simplePlayerPlaysAllPackets(path: String) throws {
      // Longer than the three seconds that the program waits.
      let file = try Sample.all[1].make(seconds: 5).file
      let nginx = try PrivateNginx()
      try nginx.put(file, as: "sound")
      let (run, played) = try play("SimplePlayer", nginx.url(path))
      #expect(run.ending == .exit(0))
      #expect(run.errors == "")
      // The program plays packets unchanged, including the ones that only prime the decoder.
      let samples = try FFmpeg.decodeFloat(file, ["-f", "mp3"])
      expectSame(played, samples, tolerance: 1 / 32_768)
    }

    @Test(arguments: ["afplay", "SimplePlayer"])
    func playsAllAudioReceivedBeforeAnError(program: String) throws {
      let (file, samples) = try Sample.all[1].make(seconds: 5)
      let half = Array(file.prefix(file.count / 2))
      let count = file.count
      // The server supports neither ranges nor versions, so the client cannot resume.
      let server = try RawServer { request in
        guard request.index == 0 else { return [] }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"
        return [.send(Array(head.utf8) + half)]
      }
      let (run, played) = try play(program, server.url("/sound.mp3"))
      #expect(run.ending == .exit(1))
      #expect(run.errors.contains("\(program): \(server.url("/sound.mp3")): "))
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(played.count > samples.count * 4 / 10 && played.count < samples.count * 6 / 10)
    }

    @Test func endsImmediatelyAfterASignal() throws {
      let (file, _) = try Sample.all[1].make(seconds: 20)
      let nginx = try PrivateNginx()
      try nginx.put(file, as: "sound")
      try Tool.write(file, to: folder.url("sound"))
      for name in [folder.url("sound").path, nginx.url("/slow/sound")] {
        let recording = try pulse.startRecording()
        let process = try ChildProcess(
          Programs.path("afplay"), [name], environment: environment)
        try waitUntil("sound plays") { recording.sound.count > 4410 }
        process.kill(SIGINT)
        #expect(process.wait() == .signal(SIGINT))
        #expect(process.errors == "")
      }
    }

    /// Compares the samples from the first to the last audible one.
    private func expectSame(_ played: [Float], _ expected: [Float], tolerance: Float) {
      func audible(_ samples: [Float]) -> ArraySlice<Float> {
        let first = samples.firstIndex { abs($0) > 0.002 } ?? 0
        let last = samples.lastIndex { abs($0) > 0.002 } ?? -1
        return samples[(first - first % 2)..<max(last + 1, first - first % 2)]
      }
      // At the threshold of audibility, the two may differ by one sample.
      let reference = Array(audible(expected))
      let played = Array(audible(played))
      #expect(abs(played.count - reference.count) <= 4)
      let offsets = [0, 2, -2, 4, -4]
      let differences = offsets.map { offset in
        let left = played.dropFirst(max(offset, 0))
        let right = reference.dropFirst(max(-offset, 0))
        return SampleDifference(Array(left), reference: Array(right)).peak
      }
      #expect(differences.min() ?? 1 <= tolerance)
    }
  }
#endif
