#if SystemdBus && HTTP && MPG123
  import Foundation
  import TestSupport
  import Testing

  /// The example with its built-in station, as the desktop sees and controls it.
  @Suite(.enabled(if: PrivateBus.isAvailable)) struct RadioExampleTests {
    @Test("the titles of the station are shown, and commands pause, join again, and stop")
    func plays() throws {
      let folder = try TemporaryFolder()
      let file = folder.url("song.mp3")
      let sound = try FFmpeg.encode(
        ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"], sampleRate: 44_100, channelCount: 2,
        seconds: 5)
      try Tool.write(sound, to: file)
      let bus = try PrivateBus()
      var environment = bus.environment
      environment["OPENCOREAUDIO_DEVICE"] = "null"
      let radio = try ChildProcess(
        Programs.path("Radio"), ["--station", file.path], environment: environment)
      func waitFor(_ text: String, _ arguments: String...) throws {
        try waitUntil("playerctl \(arguments) prints \(text)") {
          let process = try ChildProcess("playerctl", arguments, environment: bus.environment)
          process.wait()
          return process.output.trimmingCharacters(in: .newlines) == text
        }
      }
      try waitFor("Playing|song, part 1", "metadata", "-f", "{{status}}|{{title}}")
      #expect(try bus.run("playerctl", "pause").ending == .exit(0))
      try waitFor("Paused", "status")
      #expect(try bus.run("playerctl", "play-pause").ending == .exit(0))
      try waitFor("Playing", "status")
      #expect(try bus.run("playerctl", "stop").ending == .exit(0))
      #expect(radio.wait() == .exit(0))
      #expect(try bus.players.isEmpty)
    }

    @Test("the script shows what other programs see, until it is stopped")
    func listens() throws {
      let bus = try PrivateBus()
      var environment = bus.environment
      environment["OPENCOREAUDIO_DEVICE"] = "null"
      environment["RADIO"] = Programs.path("Radio")
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/Radio/listen").path
      let run = try ChildProcess(script, [], environment: environment)
      try waitUntil("a title is shown") {
        run.output.contains("Playing: sample, part 1 (Radio)")
      }
      run.kill(SIGTERM)
      #expect(run.wait() == .exit(143))
      try waitUntil("the station has left the bus") { try bus.players.isEmpty }
    }

    @Test("a missing file is reported")
    func refusal() throws {
      let run = try Programs.run("Radio", ["--station", "/nonexistent.mp3"])
      #expect(run.ending == .exit(2))
      #expect(run.output.contains("cannot be played"))
    }
  }
#endif
